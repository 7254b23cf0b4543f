# Tests that fail in each way: what bats prints of them is what is compared.
load helper
setup() { [ "$BATS_TEST_DESCRIPTION" != "setup fails" ]; }
teardown() { [ "$BATS_TEST_DESCRIPTION" != "teardown fails" ]; }

@test "a false command" {
  true
  false
  true
}
@test "a wrong output" {
  run echo got
  echo "output: $output"
  [ "$output" = wanted ]
}
@test "[[ ]] and (( ))" {
  x=1
  (( x == 1 ))
  [[ $x == 2 ]]
}
@test "in a helper" { fails_inside; }
@test "in a function of a function" {
  inner() { [ a = b ]; }
  outer() { inner "$@"; }
  outer 1 2
}
@test "in a subshell" { (exit 7); }
@test "a command that is not there" { no_such_command; }
@test "a wrong expected status" { run -4 sh -c 'echo text; exit 5'; }
@test "a negated status" { run ! true; }
@test "setup fails" { true; }
@test "teardown fails" { true; }
@test "a multi-line command" {
  [ "$(echo a)" = b ] ||
    [ 1 -eq 2 ] ||
    return 9
}
@test "exit in the test" { exit 1; }
@test "an unset variable" { set -u; echo "$unset_one"; }
@test "passes after all that" { :; }
