// Before an example starts: builds the package that it uses, when this repository has not been built yet.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(new URL("../dist/flue.node.js", import.meta.url))) {
  console.error("Building nacre first (once; it takes some minutes) ...");
  process.exit(spawnSync("npm", ["run", "build"], { cwd: root, stdio: "inherit" }).status ?? 1);
}
