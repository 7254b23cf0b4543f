// Looking at shell scripts without running them: analyze() tells what a script holds and would do, format() lays it out
// anew. Both work on text alone and need no sandbox; src/analysis does the work, in an instance of the module of its own.
import * as args from "./args.js";
import { ShellSyntaxError } from "./errors.js";
import { Instance } from "./instance.js";
import { platform } from "./platform.js";
import { decode } from "./wire.js";

/** Where something stands in the script. A node of a literal script (`bash -c '...'`) has the place of the command that runs it. */
export interface Place {
  /** Offset of the first byte in the script's UTF-8 (NUL bytes, which bash drops, do not count). */
  begin: number;
  /** Offset behind the last byte. */
  end: number;
  /** Line of `begin`, from 1. */
  line: number;
  /** Column of `begin` in its line, in bytes, from 1. */
  column: number;
}

// ---------------------------------------------------------------- the syntax tree

/** A command of the shell language. `redirects` stand behind it, or among its words. */
export type CommandNode =
  | SimpleCommand | Pipeline | AndOrList | CommandList | Subshell | Group | IfCommand | WhileCommand | ForCommand | SelectCommand
  | ArithmeticForCommand | CaseCommand | FunctionDefinition | ArithmeticCommand | ConditionalCommand | Coprocess;

export interface CommandBase extends Place {
  redirects: Redirect[];
}
/** `name=value ... word ...`: words[0] is the command's name; there may be none. */
export interface SimpleCommand extends CommandBase {
  type: "simple";
  assignments: Assignment[];
  words: Word[];
}
/** `a | b`, `! a`, `time a`. For `a |& b`, a has the redirection 2>&1. */
export interface Pipeline extends CommandBase {
  type: "pipeline";
  /** Empty for a `!` or `time` alone. */
  commands: CommandNode[];
  negated: boolean;
  timed: boolean;
  /** `time -p`. */
  posixTime?: true;
}
/** `a && b || c`, from left to right. */
export interface AndOrList extends CommandBase {
  type: "and-or";
  items: Array<{ operator: "&&" | "||" | null; command: CommandNode }>;
}
/** `a; b & c`, and commands on lines of their own. */
export interface CommandList extends CommandBase {
  type: "list";
  items: ListItem[];
}
export interface ListItem {
  /** Followed by &. */
  background: boolean;
  command: CommandNode;
}
/** `( body )`. */
export interface Subshell extends CommandBase {
  type: "subshell";
  body: CommandNode;
}
/** `{ body; }`. */
export interface Group extends CommandBase {
  type: "group";
  body: CommandNode;
}
/** The first branch is `if`, the others `elif`. */
export interface IfCommand extends CommandBase {
  type: "if";
  branches: Array<{ condition: CommandNode; body: CommandNode }>;
  else: CommandNode | null;
}
export interface WhileCommand extends CommandBase {
  type: "while";
  until: boolean;
  condition: CommandNode;
  body: CommandNode;
}
export interface ForCommand extends CommandBase {
  type: "for";
  variable: string;
  /** null without `in`: the positional parameters. */
  words: Word[] | null;
  body: CommandNode;
}
export interface SelectCommand extends CommandBase {
  type: "select";
  variable: string;
  words: Word[] | null;
  body: CommandNode;
}
/** `for ((init; condition; step))`; an expression that is left out is an empty word. */
export interface ArithmeticForCommand extends CommandBase {
  type: "arithmetic-for";
  init: Word;
  condition: Word;
  step: Word;
  body: CommandNode;
}
export interface CaseCommand extends CommandBase {
  type: "case";
  word: Word;
  items: Array<{ patterns: Word[]; body: CommandNode | null; end: ";;" | ";&" | ";;&" }>;
}
export interface FunctionDefinition extends CommandBase {
  type: "function";
  name: string;
  /** A compound command, with the redirections of the definition. */
  body: CommandNode;
}
/** `(( expression ))`. */
export interface ArithmeticCommand extends CommandBase {
  type: "arithmetic";
  expression: Word;
}
/** `[[ expression ]]`. */
export interface ConditionalCommand extends CommandBase {
  type: "conditional";
  expression: Condition;
}
export interface Coprocess extends CommandBase {
  type: "coprocess";
  name: string;
  body: CommandNode;
}

/** What stands in `[[ ]]`. */
export type Condition =
  | { type: "and" | "or"; terms: Condition[] }
  | { type: "not" | "group"; term: Condition }
  | { type: "unary"; operator: string; word: Word }
  | { type: "binary"; operator: string; left: Word; right: Word }
  | { type: "word"; word: Word };

export interface Word extends Place {
  /** As written, without line continuations. */
  text: string;
  /** What it expands to, where that is one field known beforehand; null: it depends on the run. */
  value: string | null;
  /** Absent for a word that is nothing but plain text. */
  parts?: WordPart[];
  /** An argument `name=value`, which the builtins that declare variables take as an assignment. */
  assignment?: Assignment;
  /** It has unquoted pattern characters. */
  glob?: true;
  /** It has braces that expand. */
  brace?: true;
}

export type WordPart =
  /** Unquoted text, or text between double quotes. */
  | { type: "literal"; value: string }
  /** '...', $'...' or \c, without the quotes. */
  | { type: "quoted"; value: string }
  | { type: "double-quoted"; parts: WordPart[]; locale?: true }
  /** "~", "~user", "~+", "~-". */
  | { type: "tilde"; value: string }
  | ParameterExpansion
  /** $(...) or `...`; body is null when it is empty, or has a syntax error (then message says which). */
  | ({ type: "command"; backquoted: boolean; body: CommandNode | null; message?: string } & Place)
  /** <(...); output: >(...). */
  | ({ type: "process"; output: boolean; body: CommandNode | null; message?: string } & Place)
  /** $((...)). */
  | { type: "arithmetic"; expression: Word }
  /** Text that is an error when it is expanded. */
  | { type: "bad"; message: string };

/** $name, ${name}, ${name:-word} ... */
export interface ParameterExpansion {
  type: "parameter";
  /** The variable; a number for a positional parameter; one of @ * # ? - $ ! 0. */
  name: string;
  /**
   * "" for the plain value; - = ? + with or without a colon before; # ## % %% / // /# /% ^ ^^ , ,, ~ ~~; ":" for a substring; "@Q" and so on;
   * "prefix*" and "prefix@" for ${!name*}; "keys@" and "keys*" for ${!name[@]}; "bad" for a bad substitution.
   */
  operator: string;
  text: string;
  /** ${!name}. */
  indirect?: true;
  /** ${#name}. */
  length?: true;
  subscript?: Word;
  operand?: Word;
  operand2?: Word;
}

export interface Assignment extends Place {
  name: string;
  append: boolean;
  subscript?: Word;
  /** Absent for name=( ... ). */
  value?: Word;
  /** Of name=( ... ): subscript is there for [subscript]=value. */
  elements?: Array<{ subscript?: Word; append?: boolean; value: Word }>;
}

export interface Redirect extends Place {
  operator: "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "&>>" | "<<" | "<<-" | "<<<";
  /** The descriptor, given or usual. */
  fd?: number;
  /** "{name}", in place of a descriptor. */
  variable?: string;
  target?: Word;
  /** Of << and <<-. */
  delimiter?: string;
  quoted?: boolean;
  body?: Word;
}

// ---------------------------------------------------------------- what it would do

/** A command that the script runs, or may run. */
export interface AnalyzedCommand extends Place {
  /** null: known only when it runs. */
  name: string | null;
  /** null: known only when it runs, then perhaps several or none. */
  args: Array<string | null>;
  /** The assignments in front of it, which are its environment. */
  assignments: AnalyzedAssignment[];
  /** As written, with its redirections. */
  source: string;
  /** It is known not to write, apart from its redirections and from what it runs itself, which stands in the list, too. */
  readOnly: boolean;
  /** What runs it, from the outside in: a function's name, "$()", "``", "<()", ">()", or a command ("xargs", "bash", "eval", "trap"). */
  via: string[];
}

export interface AnalyzedAssignment extends Place {
  name: string;
  /** null: known only when it runs, or an array. */
  value: string | null;
  append: boolean;
}

export interface AnalyzedFile extends Place {
  /** As written; null: known only when it runs. */
  path: string | null;
}

export interface Analysis {
  /** The syntax error at which bash stops, in its words ("line" is bash's count); what stands before it has been analyzed. */
  error: ({ messages: Array<{ message: string; line: number }> } & Place) | null;
  /** Here-documents that end with the script. */
  warnings: Array<{ message: string; line: number }>;
  /**
   * True when the script is known to only read: every command is in a table of those that do not write, with options that do
   * not; redirections write to /dev/null only; and nothing is decided by data from outside the script. In doubt, false.
   *
   * Names are taken for what they usually mean: no alias, and no function that was there before. Reading may have its own price: the
   * script may read secrets, or run for ever.
   */
  readOnly: boolean;
  /** Why `readOnly` is false: the first hundred reasons. */
  reasons: Array<{ message: string } & Place>;
  /** In the order of the text, those of substitutions, functions, traps and literal scripts (`bash -c '...'`, `eval`) among them. */
  commands: AnalyzedCommand[];
  /** Those that stand alone, for the shell's own variables. */
  assignments: AnalyzedAssignment[];
  functions: Array<{ name: string } & Place>;
  /** Files that redirections read, and write. */
  reads: AnalyzedFile[];
  writes: Array<AnalyzedFile & { append: boolean }>;
  /** The script as a list of commands, on lines of their own or not; null with `tree: false`. */
  tree: ListItem[] | null;
}

export interface AnalyzeOptions {
  /** `shopt -s extglob` holds from the start. The command itself, in the script, counts anyway. Default: false. */
  extglob?: boolean;
  /** POSIX mode. Default: false. */
  posix?: boolean;
  /** Give the syntax tree. Default: true. */
  tree?: boolean;
  /** Bytes that the analysis may take; a script that wants more gets `error` "out of memory". Default: 256 MiB. */
  memory?: number;
}

export interface FormatOptions {
  /** Blanks for each level; 0: a tab. Default: 0. */
  indent?: number;
  /** As for `analyze`. */
  extglob?: boolean;
  posix?: boolean;
  memory?: number;
}

const mebibyte = 1 << 20;

function memoryOf(memory: number | undefined): number {
  return memory === undefined ? 256 * mebibyte : args.integer("options.memory", memory, mebibyte, 1024 * mebibyte);
}
function flagsOf(given: { extglob?: boolean; posix?: boolean }): number {
  return (given.extglob ? 1 : 0) | (given.posix ? 2 : 0);
}
async function fresh(): Promise<Instance> {
  const module = platform().module();
  return new Instance(module instanceof WebAssembly.Module ? module : await module);
}

/**
 * What a script holds and would do, for a permission prompt, say. Nothing of it is run, and whatever it is, there is an answer: a
 * script with a syntax error is analyzed up to there. Aliases are not expanded.
 */
export async function analyze(script: string | Uint8Array, options?: AnalyzeOptions): Promise<Analysis> {
  const text = args.bytes("script", script);
  const given = args.object("options", options);
  const memory = memoryOf(given.memory);
  const flags = flagsOf(given) | (given.tree === false ? 0 : 4);
  const instance = await fresh();
  if (text.length < memory) {
    instance.call("nacre_analyze", flags, memory, instance.put(text));
    const answer = JSON.parse(decode(instance.answer())) as Analysis | { full: true };
    if (!("full" in answer)) return answer;
  }
  const place = { begin: 0, end: text.length, line: 1, column: 1 };
  return {
    error: { messages: [{ message: "out of memory", line: 1 }], ...place }, warnings: [], readOnly: false,
    reasons: [{ message: "the analysis would take more memory than it may", ...place }],
    commands: [], assignments: [], functions: [], reads: [], writes: [], tree: given.tree === false ? null : [],
  };
}

/**
 * The script laid out anew, as shfmt does it by default: a command on each line, tabs, one blank around operators, redirections without one,
 * `then` and `do` behind their condition. Comments, single empty lines, here-documents, line breaks within a command and the text of words stay
 * (commands in $( ) are laid out, too); what was on one line and holds single commands only stays on one. It means what it meant, and
 * formatting it again changes nothing. Bytes give bytes. Rejects with ShellSyntaxError.
 */
export async function format(script: string, options?: FormatOptions): Promise<string>;
export async function format(script: Uint8Array, options?: FormatOptions): Promise<Uint8Array>;
export async function format(script: string | Uint8Array, options?: FormatOptions): Promise<string | Uint8Array> {
  const text = args.bytes("script", script);
  const given = args.object("options", options);
  const memory = memoryOf(given.memory);
  const indent = given.indent === undefined ? 0 : args.integer("options.indent", given.indent, 0, 64);
  if (text.length >= memory) throw new RangeError("The script is larger than options.memory");
  const instance = await fresh();
  const done = instance.call("nacre_format", flagsOf(given), indent, memory, instance.put(text));
  if (done === 0) throw new ShellSyntaxError(JSON.parse(decode(instance.answer())) as NonNullable<Analysis["error"]>);
  return typeof script === "string" ? decode(instance.answer()) : instance.answer().slice();
}
