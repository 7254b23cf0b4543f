#!/bin/bash
# Installs what Nacre is built with, and says what it does: compilers, third-party sources, npm packages and, with
# --tests, what only the tests need (Chromium). Quick when all of it is there.
#
#   tools/setup.sh [--tests]
#
# Works on Debian 12 and 13 with Node 20 or later; as root, or with the Debian packages that it names installed.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

command -v node >/dev/null || die "Node 20 or later is missing: install it and put it on PATH"
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || die "Node $(node --version) is too old: 20 or later is needed"
command -v npm >/dev/null || die "npm is missing: it comes with Node"

start=$SECONDS
say "compilers (Emscripten 3.1.69, clang 19, CMake, Ninja, ccache)"
tools/setup-emscripten.sh >/dev/null

if [ -z "${NACRE_THIRD_PARTY:-}" ]; then
  say "third-party sources (RE2, PCRE2, libmd, simdjson, Catch2)"
  tools/fetch-sources.sh build/third_party re2 pcre2 libmd simdjson catch2
fi

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.nacre-stamp ]; then
  say "npm packages (about 450 MB)"
  mkdir -p build
  npm ci --ignore-scripts --no-audit --no-fund >build/npm.log 2>&1 || { tail -n 15 build/npm.log >&2; die "npm ci failed"; }
  touch node_modules/.nacre-stamp
fi

# The published Flue runtime and what builds it for Workers: only for the tests of nacre/flue, which are skipped without.
if [ "${1:-}" = --tests ] && [ tests/flue/package-lock.json -nt tests/flue/node_modules/.nacre-stamp ]; then
  say "npm packages of tests/flue (about 540 MB)"
  mkdir -p build
  if npm ci --prefix tests/flue --ignore-scripts --no-audit --no-fund >build/npm-flue.log 2>&1; then touch tests/flue/node_modules/.nacre-stamp
  else tail -n 5 build/npm-flue.log >&2; say "they could not be installed: the tests of nacre/flue will be skipped"; fi
fi

# Scripts from Debian and npm packages, which tests/scripts runs in bash and in Nacre; without them it skips those.
if [ "${1:-}" = --tests ]; then
  say "shell scripts for tests/scripts (about 3 MB)"
  scripts=(bash-completion bash-doc bats bats-assert bats-support dehydrated easy-rsa git-flow git-secret json-sh liquidprompt n nave
    neofetch password-store rcm screenfetch sharness shunit2 testssl todotxt-cli urchin yadm)
  mkdir -p build
  for name in "${scripts[@]}"; do
    tools/fetch-sources.sh build/scripts "$name" >>build/scripts.log 2>&1 || say "$name could not be fetched: its tests will be skipped"
  done
fi

if [ "${1:-}" = --tests ] && ! command -v chromium >/dev/null && [ -z "${CHROMIUM:-}" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Chromium (Debian's, about 850 MB)"
    mkdir -p build
    { apt-get -q -o Acquire::Retries=5 update &&
      DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=5 \
        install --no-install-recommends chromium; } >build/chromium.log 2>&1 </dev/null ||
      { tail -n 15 build/chromium.log >&2; die "Chromium could not be installed"; }
  else
    die "Chromium is missing: apt-get install chromium as root, or name a browser in CHROMIUM"
  fi
fi
say "ready ($((SECONDS - start)) s)"
