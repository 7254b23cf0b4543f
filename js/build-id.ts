// Names the build, so that a memory image is only ever resumed by the module that made it. tools/build-dist.mjs puts the
// hash of nacre.wasm in its place.
export const buildId: string = "development";
