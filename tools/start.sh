#!/bin/bash
# npm start: sets up, builds and opens the shell. Arguments go to it: npm start -- -c 'echo hi'
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh
node tools/build-dist.mjs
exec node bin/nacre "$@"
