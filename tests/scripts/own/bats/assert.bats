# bats-assert and bats-support.
setup() { load "$S/bats-support/load"; load "$S/bats-assert/load"; }
@test "assert" { assert [ 1 -lt 2 ]; refute [ 1 -gt 2 ]; }
@test "assert fails" { assert [ 1 -gt 2 ]; }
@test "assert_equal" { assert_equal a a; assert_not_equal a b; }
@test "assert_equal fails" { assert_equal 'one
two' three; }
@test "assert_success, assert_failure" { run true; assert_success; run sh -c 'exit 2'; assert_failure; assert_failure 2; }
@test "assert_success fails" { run sh -c 'echo why; exit 4'; assert_success; }
@test "assert_output" { run echo 'some text'; assert_output 'some text'; assert_output --partial 'me te'; assert_output --regexp '^s.*t$'; refute_output other; }
@test "assert_output fails" { run echo got; assert_output wanted; }
@test "assert_output --partial fails" { run printf 'a\nb\n'; assert_output --partial c; }
@test "assert_line" { run printf 'a\nb c\n'; assert_line 'b c'; assert_line --index 0 a; assert_line --partial b; refute_line z; }
@test "assert_line fails" { run printf 'a\nb\n'; assert_line --index 1 z; }
@test "assert_line without index fails" { run printf 'a\nb\n'; assert_line z; }
@test "refute_output fails" { run echo x; refute_output; }
@test "assert_regex" { assert_regex abc '^a'; refute_regex abc z; }
@test "assert_regex fails" { assert_regex abc '^z'; }
@test "fail" { fail 'because'; }
@test "batslib_decorate" { run batslib_decorate title <<<text; assert_line --index 0 '-- title --'; }
