#!/bin/bash
# npm test: sets up, builds and runs every test. The last lines are the Node test runner's totals.
#
#   tools/test.sh [--no-native]     # --no-native: without the C++ tests
#
# The C++ tests run natively under AddressSanitizer and UBSan (ctest); all others are tests/**/*.test.mjs, over the
# module that ships. Any failure makes the status 1, after everything has run.
set -uo pipefail
cd "$(dirname "$0")/.."
say() { printf '\n== %s\n' "$*"; }
tools/setup.sh --tests || exit 1

failed=
say "building the package"
node tools/build-dist.mjs || exit 1
if [ "${1:-}" != --no-native ]; then
  say "building the native tests"
  tools/build.sh native || exit 1
  say "C++ tests (AddressSanitizer, UBSan)"
  ctest --test-dir build/native --output-on-failure -j "$(nproc)" || failed="$failed c++"
fi

say "tests of the module, the hosts, the package"
mapfile -t files < <(find tests -name '*.test.mjs' -not -path '*/node_modules/*' | sort)
# The limit is only there for a test that hangs: it fails then, and the run goes on.
node --test --test-reporter=spec --test-timeout=1200000 --test-concurrency="$(nproc)" "${files[@]}" || failed="$failed node"
[ -z "$failed" ] || { printf '\nfailed:%s\n' "$failed"; exit 1; }
