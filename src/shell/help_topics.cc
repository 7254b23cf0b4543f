// The topics of `help`, in the order in which it lists them. Synopses and summaries are bash's own lines, for usage messages
// and `help -d` show them; the longer texts are ours.
#include "src/shell/help_topics.h"

#include <algorithm>

#include "src/shell/shell.h"

namespace nacre {
namespace {

constexpr HelpTopic kTopics[] = {
    {"%", "job_spec [&]",
     "Resume job in foreground.", R"(Does what `fg JOB_SPEC' does: the job named by JOB_SPEC, which may be a
name or a number, goes on in the foreground.  With a `&' behind it, it
goes on in the background, as `bg JOB_SPEC' makes it.

Exit Status:
The status of the job that was resumed.
)"},
    {"(( ... ))", "(( expression ))",
     "Evaluate arithmetic expression.", R"(EXPRESSION is evaluated as arithmetic; see `let'.

Exit Status:
1 when EXPRESSION is 0, else 0.
)"},
    {".", ". filename [arguments]",
     "Execute commands from a file in the current shell.", R"(FILENAME is read and its commands run in this shell.  It is looked for in
the directories of $PATH unless it has a slash.  ARGUMENTS, if there are
any, are the positional parameters while it runs.

Exit Status:
That of the last command run from FILENAME; 1 if FILENAME cannot be read.
)"},
    {":", ":",
     "Null command.", R"(Does nothing; its arguments are expanded.

Exit Status:
Always 0.
)"},
    {"[", "[ arg... ]",
     "Evaluate conditional expression.", R"(The same as `test', but the last argument must be a `]' that goes with
the `['.
)"},
    {"[[ ... ]]", "[[ expression ]]",
     "Execute conditional command.", R"(The conditional EXPRESSION is evaluated; it is made of the primaries of
`test', joined by these operators, the strongest first:

  ( EXPRESSION )	the value of EXPRESSION
  ! EXPRESSION		true if EXPRESSION is false
  EXPR1 && EXPR2	true if both are; EXPR2 is not looked at when EXPR1 is false
  EXPR1 || EXPR2	true if one is; EXPR2 is not looked at when EXPR1 is true

To the right of `==' and `!=' stands a pattern, to the right of `=~' an
extended regular expression.  Words are neither split nor matched against
file names.

Exit Status:
0 or 1 by the value of EXPRESSION.
)"},
    {"alias", "alias [-p] [name[=value] ... ]",
     "Define or display aliases.", R"(Without arguments, or with -p, prints all aliases as commands that would
define them again.  A NAME with a VALUE defines an alias; a NAME alone
prints that one.  A blank at the end of VALUE makes the next word be
looked up as an alias too.

Options:
  -p	print all aliases in a form that can be read again

Exit Status:
0, unless a NAME was given for which there is no alias.
)"},
    {"bg", "bg [job_spec ...]",
     "Move jobs to the background.", R"(Stopped jobs go on in the background, as if they had been started with
`&'.  Without JOB_SPEC it is the current job.

Exit Status:
0, unless job control is off or there is no such job.
)"},
    {"bind", "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]",
     "Set Readline key bindings and variables.", R"(Binds keys to functions and macros of the line editor, and sets its
variables.  An argument is what could be a line of ~/.inputrc.

Options:
  -m  keymap         use KEYMAP for this command
  -l                 list the names of functions
  -P                 list functions and their keys
  -p                 the same, to be read again
  -S                 list the keys of macros
  -s                 the same, to be read again
  -V                 list variables
  -v                 the same, to be read again
  -q  function-name  tell which keys call the function
  -u  function-name  unbind the keys of the function
  -r  keyseq         unbind KEYSEQ
  -f  filename       read bindings from FILENAME
  -x  keyseq:shell-command	run a command when KEYSEQ is typed
  -X                 list the keys bound with -x

Exit Status:
0, unless an option is wrong or an error occurs.
)"},
    {"break", "break [n]",
     "Exit for, while, or until loops.", R"(Leaves a FOR, WHILE or UNTIL loop; with N, N loops around this command.

Exit Status:
0, unless N is less than 1.
)"},
    {"builtin", "builtin [shell-builtin [arg ...]]",
     "Execute shell builtins.", R"(Runs SHELL-BUILTIN with its arguments, whether or not there is a function
of its name.

Exit Status:
That of SHELL-BUILTIN, or 1 when it is no builtin.
)"},
    {"caller", "caller [expr]",
     "Return the context of the current subroutine call.", R"(Tells where the running function or sourced file was called: the line and
the file; with EXPR the line, the function and the file of the EXPRth call
above, the top one being 0.

Exit Status:
0, unless there is no such call or EXPR is wrong.
)"},
    {"case", "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac",
     "Execute commands based on pattern matching.", R"(Runs the COMMANDS after the first PATTERN that matches WORD.  Patterns are
separated by `|'.

Exit Status:
That of the last command run.
)"},
    {"cd", "cd [-L|[-P [-e]] [-@]] [dir]",
     "Change the shell working directory.", R"(The directory DIR becomes the working directory; without DIR it is $HOME,
and `-' means $OLDPWD.

A DIR that does not begin with a slash, . or .. is looked for in the
directories of CDPATH (separated by colons, an empty one is the working
directory).  With the shell option `cdable_vars', a DIR that is not there
may be the name of a variable that holds the directory.

Options:
  -L	follow symbolic links: `..' takes away the name before it
  -P	use the physical directories, without symbolic links
  -e	with -P: fail when the working directory cannot be told
  -@	show extended attributes as a directory, where systems can

-L is what is done without options.

Exit Status:
0 if the directory was changed, and with -P if $PWD was set too.
)"},
    {"command", "command [-pVv] command [arg ...]",
     "Execute a simple command or display information about commands.", R"(Runs COMMAND with ARGS without looking for a function of that name, or
tells what COMMAND is.

Options:
  -p    search the standard directories instead of PATH
  -v    print a word that tells what COMMAND is, as `type' does
  -V    print a sentence that tells it

Exit Status:
That of COMMAND, or a failure when it is not found.
)"},
    {"compgen", "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]",
     "Display possible completions depending on the options.", R"(Prints the completions of WORD that the options make, as `complete' would
offer them.  The options are those of `complete', without -p and -r.

Exit Status:
0 if there were completions.
)"},
    {"complete", "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
     "Specify how arguments are to be completed by Readline.", R"(Says for each NAME how its arguments are to be completed.  Without
options, or with -p, prints what was said.

Options:
  -p	print completions in a form that can be read again
  -r	forget the completion of each NAME, or all
  -D	what is said is for commands without a completion of their own
  -E	what is said is for an empty line
  -I	what is said is for the first word of a line

Possible words come from -A (actions), -G (a glob pattern), -W (a list), -F (a
function) and -C (a command); -X takes some away, -P and -S put something
before and behind each.

Exit Status:
0, unless an option is wrong or an error occurs.
)"},
    {"compopt", "compopt [-o|+o option] [-DEI] [name ...]",
     "Modify or display completion options.", R"(Changes the completion options of each NAME, or of the completion that is
being made; without options, prints them.

Options:
	-o option	switch OPTION on
	-D		for the completion of other commands
	-E		for the completion of an empty line
	-I		for the completion of the first word

With `+o' an option is switched off.

Exit Status:
0, unless an option is wrong or NAME has no completion.
)"},
    {"continue", "continue [n]",
     "Resume for, while, or until loops.", R"(Goes on with the next turn of the FOR, WHILE or UNTIL loop around, or with
N, of the Nth loop around.

Exit Status:
0, unless N is less than 1.
)"},
    {"coproc", "coproc [NAME] command [redirections]",
     "Create a coprocess named NAME.", R"(Runs COMMAND in the background with pipes to its standard input and from its
standard output, whose descriptors are NAME[1] and NAME[0] of this shell.
NAME is "COPROC" unless given.

Exit Status:
That of starting it.
)"},
    {"declare", "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
     "Set variable values and attributes.", R"(Makes variables and gives them attributes and values.  Without NAMEs it
prints variables.

Options:
  -f	functions only
  -F	names of functions only (with `extdebug', also line and file)
  -g	make global variables in a function
  -I	a new local variable takes attributes and value of the one outside
  -p	print attributes and value of each NAME

Attributes:
  -a	an indexed array
  -A	an associative array
  -i	an integer: what is assigned is evaluated
  -l	what is assigned becomes lower case
  -n	a reference to the variable named by its value
  -r	readonly
  -t	traced
  -u	what is assigned becomes upper case
  -x	exported

`+' instead of `-' takes an attribute away.

In a function, NAMEs are local as with `local', unless -g is given.

Exit Status:
0, unless an option is wrong or an assignment fails.
)"},
    {"dirs", "dirs [-clpv] [+N] [-N]",
     "Display directory stack.", R"(Prints the directories that `pushd' remembers, the working directory first.

Options:
  -c	forget all
  -l	print home directories in full, without a tilde
  -p	print one a line
  -v	print one a line, with its number

Arguments:
  +N	the Nth from the left, from 0
  -N	the Nth from the right, from 0

Exit Status:
0, unless an option is wrong or there is no such entry.
)"},
    {"disown", "disown [-h] [-ar] [jobspec ... | pid ...]",
     "Remove jobs from current shell.", R"(Takes each JOBSPEC (without one, the current job) out of the table of jobs.

Options:
  -a	all jobs
  -h	keep the job, but do not send it SIGHUP
  -r	running jobs only

Exit Status:
0, unless an option or JOBSPEC is wrong.
)"},
    {"echo", "echo [-neE] [arg ...]",
     "Write arguments to the standard output.", R"(Prints its arguments with single blanks between and a newline behind.

Options:
  -n	no newline
  -e	expand escapes with a backslash
  -E	do not expand them

Escapes are: \a \b \e \E \f \n \r \t \v \\, \c (print nothing more), \0nnn
(octal), \xHH, \uHHHH and \UHHHHHHHH.

Exit Status:
0, unless writing fails.
)"},
    {"enable", "enable [-a] [-dnps] [-f filename] [name ...]",
     "Enable and disable shell builtins.", R"(Switches builtins on, or with -n off, so that a program of that name can be run
without its path.

Options:
  -a	list all builtins, and whether they are on
  -n	switch off, or list those that are off
  -p	list in a form that can be read again
  -s	special builtins of POSIX only

Options for loading:
  -f	load the builtin from a shared object
  -d	remove one that was loaded with -f

Exit Status:
0, unless NAME is no builtin or an error occurs.
)"},
    {"eval", "eval [arg ...]",
     "Execute arguments as a shell command.", R"(Joins its arguments to one text, with blanks between, and runs it.

Exit Status:
That of the command, or 0 when there is none.
)"},
    {"exec", "exec [-cl] [-a name] [command [argument ...]] [redirection ...]",
     "Replace the shell with the given command.", R"(The program COMMAND takes the place of this shell.  Without COMMAND, the
redirections take effect in this shell.

Options:
  -a name	NAME is the argument number 0 of COMMAND
  -c	run COMMAND with an empty environment
  -l	put a dash before argument number 0

If COMMAND cannot be run a shell that is not interactive exits, unless the
option `execfail' is on.

Exit Status:
0, unless COMMAND is not found or a redirection fails.
)"},
    {"exit", "exit [n]",
     "Exit the shell.", R"(The shell ends with status N, or with that of the last command.
)"},
    {"export", "export [-fn] [name[=value] ...] or export -p",
     "Set export attribute for shell variables.", R"(NAMEs are put in the environment of the commands that are run from now on,
with VALUE if there is one.

Options:
  -f	NAMEs are functions
  -n	take them out of the environment
  -p	print all that are exported

Exit Status:
0, unless an option or a NAME is wrong.
)"},
    {"false", "false",
     "Return an unsuccessful result.", R"(Exit Status:
Always 1.
)"},
    {"fc", "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]",
     "Display or execute commands from the history list.", R"(Lists, edits or runs again commands of the history, from FIRST to LAST; they
are numbers or the beginnings of commands.

Options:
  -e ENAME	the editor; else $FCEDIT, $EDITOR or vi
  -l 	list instead of editing
  -n	without numbers
  -r	the newest first

With `fc -s [pat=rep ...] [command]', COMMAND is run again after OLD was
replaced by NEW.

Exit Status:
0 or that of the command that was run; 1 if an error occurs.
)"},
    {"fg", "fg [job_spec]",
     "Move job to the foreground.", R"(The job JOB_SPEC, or the current job, goes on in the foreground.

Exit Status:
That of the job, or 1 if an error occurs.
)"},
    {"for", "for NAME [in WORDS ... ] ; do COMMANDS; done",
     "Execute commands for each member in a list.", R"(Runs COMMANDS once for each of WORDS, with NAME set to it.  Without
`in WORDS', the positional parameters are taken.

Exit Status:
That of the last command run.
)"},
    {"for ((", "for (( exp1; exp2; exp3 )); do COMMANDS; done",
     "Arithmetic for loop.", R"(Is the same as
	(( EXP1 ))
	while (( EXP2 )); do
		COMMANDS
		(( EXP3 ))
	done
An expression that is missing counts as 1.

Exit Status:
That of the last command run.
)"},
    {"function", "function name { COMMANDS ; } or name () { COMMANDS ; }",
     "Define shell function.", R"(Makes the function NAME.  When it is called, COMMANDS run in this shell with
its arguments as $1, $2 and so on, and its name as $FUNCNAME.

Exit Status:
0, unless NAME is readonly.
)"},
    {"getopts", "getopts optstring name [arg ...]",
     "Parse option arguments.", R"(Gives the options among the positional parameters, or ARGs, one at a call:
the letter in NAME, its argument in OPTARG, and the place to go on in OPTIND.

OPTSTRING has the letters that are options; a colon behind one says that it
takes an argument.  If OPTSTRING begins with a colon, getopts is silent about
errors: NAME is `?' for a letter that is none and `:' for an argument that
is missing, and OPTARG is the letter.  OPTERR=0 silences messages too.

Exit Status:
0 if there was an option.
)"},
    {"hash", "hash [-lr] [-p pathname] [-dt] [name ...]",
     "Remember or display program locations.", R"(Looks up and remembers the path of each NAME; without arguments, prints what
is remembered.

Options:
  -d	forget each NAME
  -l	print in a form that can be read again
  -p pathname	remember PATHNAME as the path of NAME
  -r	forget all
  -t	print the path of each NAME, before it NAME when there are several

Exit Status:
0, unless NAME is not found or an option is wrong.
)"},
    {"help", "help [-dms] [pattern ...]",
     "Display information about builtin commands.", R"(Prints help for the topics that match PATTERN, or the list of topics.

Options:
  -d	one line for each topic
  -m	the form of a manual page
  -s	the synopsis only

Exit Status:
0, unless nothing matches PATTERN or an option is wrong.
)"},
    {"history", "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
     "Display or manipulate the history list.", R"(Prints the history with numbers, the last N lines of it if N is given.

Options:
  -c	forget all
  -d offset	forget the entry at OFFSET; a negative one counts from the end
  -d start-end	forget the entries from START to END
  -a	append the lines of this session to the file
  -n	read the lines of the file that have not been read
  -r	read the file and append it
  -w	write the history to the file
  -p	expand each ARG and print it, without remembering it
  -s	remember the ARGs as one entry

The file is FILENAME or $HISTFILE.

Exit Status:
0, unless an option is wrong or an error occurs.
)"},
    {"if", "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
     "Execute commands based on conditional.", R"(Runs the COMMANDS after `if'; when their status is 0, those after `then'.
Otherwise each `elif' in turn, and at last those after `else'.

Exit Status:
That of the last command run, or 0 when no condition was true.
)"},
    {"jobs", "jobs [-lnprs] [jobspec ...] or jobs -x command [args]",
     "Display status of jobs.", R"(Prints the jobs, or those of JOBSPEC.

Options:
  -l	with process ids
  -n	only those whose state has changed since it was told
  -p	only process ids
  -r	only running jobs
  -s	only stopped jobs

With -x, COMMAND is run after job specs in ARGS have become process ids.

Exit Status:
0, unless an option or JOBSPEC is wrong; with -x that of COMMAND.
)"},
    {"kill", "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
     "Send a signal to a job.", R"(Sends the signal SIGSPEC or SIGNUM, or SIGTERM, to processes or jobs.

Options:
  -s sig	SIG is the name of a signal
  -n sig	SIG is the number of a signal
  -l	list the names of signals, or translate the arguments
  -L	the same as -l

Exit Status:
0, unless an option is wrong or an error occurs.
)"},
    {"let", "let arg [arg ...]",
     "Evaluate arithmetic expressions.", R"(Evaluates each ARG as arithmetic on 64-bit integers that wrap around; only a
division by 0 is an error.  From the strongest to the weakest:

	id++, id--	++id, --id	-, +	!, ~	**	*, /, %	+, -
	<<, >>	<=, >=, <, >	==, !=	&	^	|	&&	||
	expr ? expr : expr	=, *=, /=, %=, +=, -=, <<=, >>=, &=, ^=, |=

Variables may be operands by their names.

Exit Status:
1 when the last ARG is 0, else 0.
)"},
    {"local", "local [option] name[=value] ...",
     "Define local variables.", R"(Makes variables that the function and what it calls see, and gives them
VALUE.  OPTION is one of `declare'.  With `-' as NAME, the options of `set'
get their old values back when the function returns.

Exit Status:
0, unless an option is wrong, an assignment fails or no function runs.
)"},
    {"logout", "logout [n]",
     "Exit a login shell.", R"(Ends a login shell with status N.
)"},
    {"mapfile", "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Read lines from the standard input into an indexed array variable.", R"(Reads lines from standard input, or descriptor FD, into the elements of ARRAY,
or MAPFILE.

Options:
  -d delim	lines end with DELIM instead of newline
  -n count	at most COUNT lines; 0: all
  -O origin	the first index; without it the array is emptied first
  -s count	skip the first COUNT lines
  -t	without the delimiters
  -u fd	read from FD
  -C callback	evaluate CALLBACK, index and line behind it, each QUANTUM lines
  -c quantum	how many lines are read between calls of CALLBACK; 5000

Exit Status:
0, unless an option is wrong or ARRAY is readonly or no indexed array.
)"},
    {"popd", "popd [-n] [+N | -N]",
     "Remove directories from stack.", R"(Takes entries from the stack of directories; without arguments the top one,
and changes to the new top.

Options:
  -n	do not change the working directory

Arguments:
  +N	take the Nth from the left, from 0
  -N	take the Nth from the right, from 0

Exit Status:
0, unless an argument is wrong or the directory cannot be changed.
)"},
    {"printf", "printf [-v var] format [arguments]",
     "Formats and prints ARGUMENTS under control of the FORMAT.", R"(Prints ARGUMENTS as FORMAT says: printf(3), and besides

  %b	the argument with its backslash escapes expanded
  %q	the argument quoted for the shell
  %Q	the same, a precision being applied before
  %(fmt)T	the time that the argument tells (-1: now), as strftime(3) writes it

FORMAT is used again until there are no arguments left.

Options:
  -v var	assign to VAR instead of printing

Exit Status:
0, unless an option is wrong, or writing or assigning fails.
)"},
    {"pushd", "pushd [-n] [+N | -N | dir]",
     "Add directories to stack.", R"(Puts a directory on top of the stack of directories, or turns the stack, and
changes to the new top.  Without arguments the two top ones are exchanged.

Options:
  -n	do not change the working directory

Arguments:
  +N	turn the stack so that the Nth from the left, from 0, comes on top
  -N	the same, counted from the right
  dir	put DIR on top

Exit Status:
0, unless an argument is wrong or the directory cannot be changed.
)"},
    {"pwd", "pwd [-LP]",
     "Print the name of the current working directory.", R"(Prints the name of the working directory.

Options:
  -L	the value of $PWD when it names it
  -P	the physical directory, without symbolic links

Exit Status:
0, unless an option is wrong or the directory cannot be told.
)"},
    {"read", "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
     "Read a line from the standard input and split it into fields.", R"(Reads a line from standard input, or from descriptor FD, and splits it by $IFS
into words, one for each NAME, the last one taking the rest.  Without NAMEs
the line goes to REPLY.

Options:
  -a array	the words go to the elements of ARRAY
  -d delim	the line ends with DELIM instead of newline
  -e	edit the line
  -i text	the text to edit
  -n nchars	end after NCHARS characters, if no delimiter comes before
  -N nchars	read exactly NCHARS characters, delimiters or not
  -p prompt	print PROMPT first, when input is a terminal
  -r	a backslash is a character like others
  -s	without echo
  -t timeout	fail after TIMEOUT seconds; 0: only tell if there is input
  -u fd	read from FD

Exit Status:
0; 1 at the end of input, more than 128 after the timeout.
)"},
    {"readarray", "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
     "Read lines from a file into an array variable.", R"(The same as `mapfile'.
)"},
    {"readonly", "readonly [-aAf] [name[=value] ...] or readonly -p",
     "Mark shell variables as unchangeable.", R"(NAMEs cannot be changed from now on; with VALUE, that is assigned first.

Options:
  -a	indexed arrays
  -A	associative arrays
  -f	functions
  -p	print all that are readonly

Exit Status:
0, unless an option or a NAME is wrong.
)"},
    {"return", "return [n]",
     "Return from a shell function.", R"(The running function or sourced file ends with status N, or with that of the
last command.

Exit Status:
N, or a failure when neither is running.
)"},
    {"select", "select NAME [in WORDS ... ;] do COMMANDS; done",
     "Select words from a list and execute commands.", R"(Prints WORDS (or the positional parameters) with numbers to standard error,
shows the prompt PS3 and reads a line into REPLY.  If the line is one of the
numbers, NAME is that word, else empty; then COMMANDS run.  It ends with
`break' or at the end of input.

Exit Status:
That of the last command run.
)"},
    {"set", "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
     "Set or unset values of shell options and positional parameters.", R"(Sets options and positional parameters; without arguments, prints variables.

Options:
  -a  variables that are assigned are exported
  -b  tell at once when a job ends
  -e  exit when a command fails
  -f  no pathname expansion
  -h  remember where commands are
  -k  assignments anywhere in a command go to its environment
  -m  job control
  -n  read commands, do not run them
  -o option-name
      set an option by its name; without one, list them
  -p  privileged mode
  -t  exit after one command
  -u  an unset variable is an error
  -v  print lines as they are read
  -x  print commands as they are run
  -B  brace expansion
  -C  redirections do not overwrite files
  -E  functions inherit the ERR trap
  -H  history expansion
  -P  cd and its like use physical directories
  -T  functions inherit the DEBUG and RETURN traps
  --  what follows are positional parameters; without any, they are unset
  -   what follows are positional parameters; -x and -v are switched off

`+' instead of `-' switches off.  $- has the letters that are on.

Exit Status:
0, unless an option is wrong.
)"},
    {"shift", "shift [n]",
     "Shift positional parameters.", R"($1 becomes what $N+1 is, and so on; N is 1 unless given.

Exit Status:
0, unless N is negative or greater than $#.
)"},
    {"shopt", "shopt [-pqsu] [-o] [optname ...]",
     "Set and unset shell options.", R"(Sets and lists options of the shell.

Options:
  -o	OPTNAMEs are those of `set -o'
  -p	list in a form that can be read again
  -q	print nothing
  -s	switch on each OPTNAME
  -u	switch off each OPTNAME

Exit Status:
0 if OPTNAME is on; a failure if an option is wrong.
)"},
    {"source", "source filename [arguments]",
     "Execute commands from a file in the current shell.", R"(The same as `.': FILENAME is read and its commands run in this shell.

Exit Status:
That of the last command run from FILENAME; 1 if FILENAME cannot be read.
)"},
    {"suspend", "suspend [-f]",
     "Suspend shell execution.", R"(Stops this shell until it gets SIGCONT.

Options:
  -f	also a login shell

Exit Status:
0, unless job control is off or an error occurs.
)"},
    {"test", "test [expr]",
     "Evaluate conditional expression.", R"(Exits with 0 or 1 by the value of EXPR.

Files:
  -a FILE, -e FILE	exists
  -b -c -d -f -h -L -p -S FILE	block or character device, directory, regular
	file, symbolic link (-h and -L), pipe, socket
  -g -k -u FILE	has the bit: setgid, sticky, setuid
  -r -w -x FILE	can be read, written, executed
  -s FILE	is not empty
  -t FD	the descriptor is a terminal
  -G -O -N FILE	belongs to your group, belongs to you, changed since it was read
  FILE1 -nt FILE2, -ot, -ef	newer, older, the same file

Strings:
  -z STRING	is empty
  -n STRING	is not empty
  STRING	is not empty
  S1 = S2, S1 == S2, S1 != S2, S1 < S2, S1 > S2

Others:
  -o OPTION	the shell option is on
  -v VAR	the variable is set
  -R VAR	the variable is set and is a name reference
  ! EXPR, EXPR1 -a EXPR2, EXPR1 -o EXPR2
  ARG1 OP ARG2	-eq, -ne, -lt, -le, -gt or -ge of integers

Exit Status:
0 if EXPR is true, 1 if it is false, 2 if it is wrong.
)"},
    {"time", "time [-p] pipeline",
     "Report time consumed by pipeline's execution.", R"(Runs PIPELINE and prints the real, user and system time that it took.

Options:
  -p	print in the form of POSIX

TIMEFORMAT is the form otherwise.

Exit Status:
That of PIPELINE.
)"},
    {"times", "times",
     "Display process times.", R"(Prints the user and system times of the shell, and of its children.

Exit Status:
Always 0.
)"},
    {"trap", "trap [-lp] [[arg] signal_spec ...]",
     "Trap signals and other events.", R"(ARG is run when the shell gets one of the signals SIGNAL_SPEC.  Without ARG (and
one SIGNAL_SPEC), or with `-', the signal means again what it meant before; an
empty ARG makes it ignored.

EXIT (0) is the end of the shell, DEBUG comes before each simple command, RETURN
when a function or sourced file ends, ERR when a command fails where -e would
end the shell.  Without arguments, traps are printed.

Options:
  -l	list signals
  -p	print the traps of each SIGNAL_SPEC

Exit Status:
0, unless a SIGNAL_SPEC or an option is wrong.
)"},
    {"true", "true",
     "Return a successful result.", R"(Exit Status:
Always 0.
)"},
    {"type", "type [-afptP] name [name ...]",
     "Display information about command type.", R"(Tells what each NAME would be as the name of a command.

Options:
  -a	everything that it could be
  -f	not a function
  -P	search PATH, even if it is something else
  -p	the path, if it is a program
  -t	one word: `alias', `keyword', `function', `builtin' or `file'

Exit Status:
0 if all NAMEs are found.
)"},
    {"typeset", "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
     "Set variable values and attributes.", R"(The same as `declare'.
)"},
    {"ulimit", "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]",
     "Modify shell resource limits.", R"(Shows or sets limits of the shell and of what it starts.

Options:
  -S	the soft limit
  -H	the hard limit
  -a	all of them
  -b	size of socket buffers
  -c	size of core files
  -d	size of data segments
  -e	scheduling priority
  -f	size of files that are written
  -i	pending signals
  -k	kqueues
  -l	size of locked memory
  -m	resident memory
  -n	open file descriptors
  -p	size of pipe buffers
  -q	bytes in message queues
  -r	real-time priority
  -s	size of the stack
  -t	seconds of processor time
  -u	processes
  -v	virtual memory
  -x	file locks
  -P	pseudoterminals
  -R	time of a real-time process without blocking
  -T	threads

LIMIT may be `soft', `hard' or `unlimited'.  Values count 1024 bytes, for -t
seconds, for -p 512 bytes, for -u processes.  Without option it is -f.

Exit Status:
0, unless an option is wrong or an error occurs.
)"},
    {"umask", "umask [-p] [-S] [mode]",
     "Display or set file mode mask.", R"(MODE becomes the mask of the rights that new files do not get: an octal number
or a symbolic mode as of chmod(1).  Without MODE, prints it.

Options:
  -p	print in a form that can be read again
  -S	print in symbolic form

Exit Status:
0, unless MODE or an option is wrong.
)"},
    {"unalias", "unalias [-a] name [name ...]",
     "Remove each NAME from the list of defined aliases.", R"(Forgets each alias NAME.

Options:
  -a	forget all

Exit Status:
0, unless NAME is no alias.
)"},
    {"unset", "unset [-f] [-v] [-n] [name ...]",
     "Unset values and attributes of shell variables and functions.", R"(Forgets each NAME: a variable, or when there is none, a function.

Options:
  -f	NAMEs are functions
  -v	NAMEs are variables
  -n	NAMEs are references to variables, and these themselves go

Exit Status:
0, unless an option is wrong or a NAME is readonly.
)"},
    {"until", "until COMMANDS; do COMMANDS-2; done",
     "Execute commands as long as a test does not succeed.", R"(Runs COMMANDS, and then COMMANDS-2, again and again until the last of COMMANDS
succeeds.

Exit Status:
That of the last command run.
)"},
    {"variables", "variables - Names and meanings of some shell variables",
     "Common shell variable names and usage.", R"(BASH_VERSION	the version of the shell
CDPATH	directories, separated by colons, where `cd' looks
GLOBIGNORE	patterns of names that pathname expansion leaves out
HISTFILE	the file of the history
HISTFILESIZE	how many lines it may have
HISTSIZE	how many lines of history are kept
HOME	your home directory
HOSTNAME	the name of this machine
HOSTTYPE	its kind of processor
IGNOREEOF	how many ends of input in a row do not end the shell
MACHTYPE	the kind of system
OSTYPE	the version of Unix
PATH	directories, separated by colons, where commands are looked for
PROMPT_COMMAND	run before each prompt
PS1	the prompt
PS2	the prompt within a command
PWD	the working directory
SHELLOPTS	the options that are on
TERM	the type of the terminal
TIMEFORMAT	what `time' prints
HISTIGNORE	patterns of commands that are not kept in the history
)"},
    {"wait", "wait [-fn] [-p var] [id ...]",
     "Wait for job completion and return exit status.", R"(Waits for each ID, a process id or a job, and gives its status; without ID for
all of them, and gives 0.

Options:
  -n	wait for the next that ends
  -p var	VAR is set to the id whose status is given
  -f	wait until it has ended, not only stopped

Exit Status:
That of the last ID; a failure if ID or an option is wrong.
)"},
    {"while", "while COMMANDS; do COMMANDS-2; done",
     "Execute commands as long as a test succeeds.", R"(Runs COMMANDS, and then COMMANDS-2, again and again as long as the last of
COMMANDS succeeds.

Exit Status:
That of the last command run.
)"},
    {"{ ... }", "{ COMMANDS ; }",
     "Group commands as a unit.", R"(Runs COMMANDS together in this shell, so that redirections can be given to all.

Exit Status:
That of the last command run.
)"},
};

}  // namespace

std::span<const HelpTopic> help_topics() { return kTopics; }

const HelpTopic* find_help_topic(std::string_view name) {
  const auto it = std::ranges::lower_bound(kTopics, name, {}, &HelpTopic::name);
  return it != std::end(kTopics) && it->name == name ? it : nullptr;
}

std::string full_help(const HelpTopic& topic) {
  std::string out = std::string(topic.name) + ": " + std::string(topic.synopsis) + "\n    " + std::string(topic.summary) + "\n";
  if (topic.details.empty()) return out;
  out += "    \n";
  for (std::string_view rest = topic.details; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    out.append("    ").append(rest.substr(0, end)) += '\n';
    rest.remove_prefix(end + 1);
  }
  return out;
}

void print_builtin_help(Shell& sh, std::string_view name) {
  if (const HelpTopic* topic = find_help_topic(name)) sh.print(full_help(*topic));
}

}  // namespace nacre
