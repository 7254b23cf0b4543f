#!/usr/bin/env bats
# What bats offers, used as people use it. Run with: bats works.bats
bats_require_minimum_version 1.5.0

setup_file() { export FROM_SETUP_FILE=yes; echo "# setup_file ${BATS_TEST_FILENAME##*/}" >&3; }
teardown_file() { echo '# teardown_file' >&3; }
setup() {
  load helper
  work=$(mktemp -d "$BATS_TEST_TMPDIR/work.XXXX")
  cd "$work"
}
teardown() { [ -d "$work" ]; rm -r "$work"; }

@test "true passes" { true; }
@test "run keeps status, output and lines" {
  run sh -c 'echo one; echo "two words"; exit 3'
  [ "$status" -eq 3 ]
  [ "$output" = $'one\ntwo words' ]
  [ "${#lines[@]}" -eq 2 ]
  [ "${lines[1]}" = "two words" ]
}
@test "run with an expected status" { run -3 sh -c 'exit 3'; run -0 true; run ! false; }
@test "run --separate-stderr" {
  run --separate-stderr sh -c 'echo out; echo err >&2'
  [ "$output" = out ]; [ "$stderr" = err ]; [ "${stderr_lines[0]}" = err ]
}
@test "run --keep-empty-lines" { run --keep-empty-lines printf 'a\n\nb\n'; [ "${#lines[@]}" -ge 3 ]; }
@test "run of a function sees its variables" {
  add() { echo $(($1 + $2 + base)); }
  base=40
  run add 1 1
  [ "$output" = 42 ]
}
@test "setup ran, in a folder of its own" { [ "$PWD" = "$work" ]; [ -z "$(ls -A)" ]; touch x; }
@test "nothing is left of the test before" { [ ! -e x ]; }
@test "setup_file exports" { [ "$FROM_SETUP_FILE" = yes ]; }
@test "load finds a helper" { [ "$(helper_greets you)" = 'hello you' ]; }
@test "names with 'quotes', \$dollars and (parens)" { [[ $BATS_TEST_DESCRIPTION == *dollars* ]]; }
@test "skipped" { skip; false; }
@test "skipped with a reason" { skip 'not today'; false; }
@test "what is known of a test" {
  [ "$BATS_TEST_NUMBER" -gt 10 ]
  [[ $BATS_TEST_NAME == test_what_is* ]]
  [ "${#BATS_TEST_NAMES[@]}" -eq 22 ]
  [ "${BATS_TEST_FILENAME##*/}" = works.bats ]
}
@test "fd 3 prints" { echo '# a comment' >&3; }
@test "[[ ]] in the middle counts" { [[ a == a ]]; [[ 1 -lt 2 ]]; }
@test "a here-document" {
  run cat <<'EOF'
@test "not a test" { false; }
  }
EOF
  [ "${lines[0]}" = '@test "not a test" { false; }' ]
}
@test "a pipe in bats_pipe or sh" { run sh -c 'seq 5 | tail -n 1'; [ "$output" -eq 5 ]; }
@test "a loop of assertions" { for i in 1 2 3; do run expr "$i" + "$i"; [ "$output" -eq $((2 * i)) ]; done; }
@test "arrays and set -u" { set -u; a=(x y); [ "${#a[@]}" -eq 2 ]; }
@test "background work is waited for" { (sleep 0.01; echo done >f) & wait; [ "$(cat f)" = done ]; }
# bats test_tags=slow,tagged
@test "tagged" { [ "${#BATS_TEST_TAGS[@]}" -eq 2 ]; }
