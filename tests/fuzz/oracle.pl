# Runs scripts in real bash, one after another, for shell.mjs. In: "LENGTH\n" and a script of so many bytes, again and again.
# Out: "STATUS OUT ERR\n", then so many bytes of stdout and of stderr. A script that takes 3 seconds is killed (137); what it
# leaves running is killed too, which is why this must run in a process namespace of its own.
use strict;
use POSIX ();
binmode $_ for *STDIN, *STDOUT;
$| = 1;
sub slurp { open my $f, '<:raw', $_[0] or return ''; local $/; my $text = <$f>; defined $text ? substr($text, 0, 1000000) : '' }
sub clear { my ($d) = @_; chmod 0700, $d; opendir my $h, $d or return; for (readdir $h) { next if /^\.\.?$/; my $p = "$d/$_"; -d $p && !-l $p ? clear($p) : unlink $p } rmdir $d }
while (defined(my $length = <STDIN>)) {
  my $script = '';
  read STDIN, $script, $length + 0, length $script while length $script < $length;
  mkdir '/tmp/w';
  chdir '/tmp/w';
  my $pid = fork;
  if (!$pid) {
    setpgrp;
    open STDIN, '<', '/dev/null'; open STDOUT, '>', '/tmp/out'; open STDERR, '>', '/tmp/err';
    exec { '/usr/bin/bash' } 'bash', '-c', $script;
  }
  local $SIG{ALRM} = sub { kill 9, -1 };
  alarm 3;
  waitpid $pid, 0;
  my $status = $?;
  alarm 0;
  kill 9, -1;
  1 while waitpid(-1, 0) > 0;
  $status = $status & 127 ? 128 + ($status & 127) : $status >> 8;
  my ($out, $err) = (slurp('/tmp/out'), slurp('/tmp/err'));
  chdir '/tmp';
  clear('/tmp/w');
  print "$status ", length $out, ' ', length $err, "\n", $out, $err;
}
