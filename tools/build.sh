#!/bin/bash
# Configures (once) and builds one preset of CMakePresets.json.
#
#   tools/build.sh native|native-fast|wasm [TARGET...]
#
# Environment: NACRE_THIRD_PARTY  third-party sources; default build/third_party (fetched by tools/setup.sh)
#              NACRE_JOBS         compilers at once; default one for each core
#              CCACHE_DIR         ccache's own folder
# The compilers are those that tools/setup.sh installed.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: tools/build.sh native|native-fast|wasm [TARGET...]}; shift
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content CCACHE_DEPEND=1
third=${NACRE_THIRD_PARTY:-$PWD/build/third_party}
if [ "$preset" = wasm ]; then
  PATH="$(tools/setup-emscripten.sh):$PATH"
  [ -x /usr/bin/python3 ] && export EMSDK_PYTHON=/usr/bin/python3
  EMSCRIPTEN_TOOLCHAIN=$(em-config EMSCRIPTEN_ROOT)/cmake/Modules/Platform/Emscripten.cmake
  export EMSCRIPTEN_TOOLCHAIN
fi
if [ ! -e "build/$preset/build.ninja" ] || ! grep -qxF "NACRE_THIRD_PARTY:PATH=$third" "build/$preset/CMakeCache.txt"; then
  mkdir -p build
  cmake --preset "$preset" -DNACRE_THIRD_PARTY:PATH="$third" >"build/$preset.log" 2>&1 || { cat "build/$preset.log" >&2; exit 1; }
fi
exec ninja -C "build/$preset" -j "${NACRE_JOBS:-$(nproc)}" "$@"
