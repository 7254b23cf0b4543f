// The arrows between layers, checked from the #include lines: a layer includes itself and the layers below it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

// Layer by folder, with every layer below it.
const chain = ["base", "vfs", "regex", "process", "syntax", "expand", "shell", "session", "tools", "wasm"];
const below = Object.fromEntries(chain.map((name, i) => [name, new Set(chain.slice(0, i + 1))]));
below.vfs = new Set(["base", "vfs"]);
below.regex = new Set(["base", "regex"]);
below.commands = new Set(["base", "vfs", "regex", "process", "commands"]);
below.analysis = new Set([...below.syntax, "analysis"]);
below.wasm.add("commands").add("analysis");

const layerOf = (path) => {
  const parts = path.split("/");
  return parts[0] === "src" ? parts[1] : parts[0];
};

function* sources(folder) {
  let entries = [];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(cc|h|inc)$/.test(entry.name)) yield path;
  }
}

test("includes follow the arrows of the layers", () => {
  const wrong = [];
  let seen = 0;
  for (const path of [...sources("src"), ...sources("vfs"), ...sources("wasm")]) {
    const layer = layerOf(path);
    assert.ok(below[layer], `${path}: no layer is called ${layer}`);
    for (const [, target] of readFileSync(join(root, path), "utf8").matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"]+)"/gm)) {
      seen++;
      if (/^(src|vfs|wasm)\//.test(target)) {
        if (!below[layer].has(layerOf(target))) wrong.push(`${path} includes ${target}`);
      } else if (!/^(re2|pcre2|md5|sha1|sha2|sha256|sha512|simdjson)[./]?/.test(target)) {
        wrong.push(`${path} includes "${target}", which is not named from the repository's root`);
      }
    }
  }
  assert.ok(seen > 0);
  assert.deepEqual(wrong, []);
});
