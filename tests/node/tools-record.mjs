// Records tools-recorded.json from Flue's published runtime:
//
//   npm install --prefix FOLDER @flue/runtime@2.1.0
//   node tests/node/tools-record.mjs FOLDER          # Node 22.19 or later
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { collect } from "./tools-cases.mjs";

setInterval(() => {}, 1000);  // Flue's timeouts do not keep the program alive
const folder = resolve(process.argv[2]);
// The packages are for import only: by the paths in their descriptions.
const load = async (name) => {
  const at = join(folder, "node_modules", name);
  const { exports } = JSON.parse(readFileSync(join(at, "package.json")));
  return import(pathToFileURL(join(at, exports["."].import ?? exports["."].default ?? exports["."])).href);
};
const flue = await load("@flue/runtime");
const ai = await load("@earendil-works/pi-ai");

const tools = (env) => Object.fromEntries(["Read", "Write", "Edit", "Bash", "Grep", "Glob"].map((name) => [name.toLowerCase(), flue[`create${name}Tool`](env)]));
const set = tools({ cwd: "/", exec: async () => ({}) });

const described = Object.values(set).map(({ name, label, description, parameters }) => ({ name, label, description, parameters }));
const values = ["a", "", "2", " 3 ", "0x10", "1e3", ".5", "+5", "5.", "NaN", "Infinity", "x", "true", "TRUE", "false", "1", "0", 0, 1, 2, -1.5, 1e21, true, false, null, [], ["a"], {},
  { a: [1, "s\n"] }];
const checked = [];
const check = (name, args) => {
  let outcome;
  try {
    outcome = { value: ai.validateToolArguments(set[name], { type: "toolCall", id: "1", name, arguments: args }) };
  } catch (error) {
    outcome = { error: error.message };
  }
  checked.push([name, args, outcome]);
};
for (const name of Object.keys(set)) {
  for (const args of [{}, [], null, 5, { path: "p" }, { path: {}, offset: {}, limit: "q", command: [], pattern: [], content: [] }]) check(name, args);
}
for (const value of values) {
  check("read", { path: value });
  check("read", { path: "p", offset: value });
  check("write", { path: "p", content: value });
  check("edit", { path: "p", oldText: "o", newText: "n", replaceAll: value });
  check("bash", { command: "c", timeout: value });
}
const cases = await collect({ tools, session: flue.sandboxFromDriver });
writeFileSync(new URL("tools-recorded.json", import.meta.url), `${JSON.stringify({ runtime: "@flue/runtime 2.1.0", described, checked, cases }, null, 0)
  .replaceAll('],["', '],\n["')}\n`);
process.exit(0);
