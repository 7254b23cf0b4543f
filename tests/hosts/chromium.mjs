// Where this machine has a Chromium: CHROMIUM, or one of the usual names; undefined where there is none.
import { execFileSync } from "node:child_process";

function find() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {}
  }
  return undefined;
}
export const executablePath = find();
