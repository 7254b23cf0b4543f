// Writes the table of docs/flue.md: the contract, row by row, as Flue's own environments and Nacre's keep it. Every cell is measured now, by the
// checks of rows.mjs.
//
//   node tests/flue/table.mjs            # needs the packages of tests/flue, and dist/
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lines, missing, root } from "./host.mjs";

const why = missing();
if (why) {
  console.error(`table: ${why}`);
  process.exit(1);
}
const environments = {
  "flue-local": "Flue `local()`", "flue-bash-just": "Flue `bash(just-bash)`", "flue-cloudflare": "Flue `cloudflareSandbox()`",
  nacre: "`nacre()`", "bash-just": "Nacre `bash(just-bash)`", local: "Nacre `local()`", cloudflare: "Nacre `cloudflareSandbox()`",
};
const functions = { Flue: "Flue", Nacre: "Nacre" };

const cell = (result) => {
  if (!result) return "–";
  if (result.ok) return result.note ? `– (${result.note})` : "yes";
  return `**no**: ${result.error.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 70)}`;
};
async function table(subjects) {
  const names = Object.keys(subjects);
  const all = [];
  for (const name of names) all.push(...await lines("rows-node.mjs", [name]));
  const rows = [...new Map(all.map((r) => [`${r.group}\0${r.row}`, r])).values()];
  const text = [`| contract | | ${Object.values(subjects).join(" | ")} |`, `|---|---|${names.map(() => "---|").join("")}`];
  for (const { group, row } of rows) {
    const cells = names.map((name) => cell(all.find((r) => r.subject === name && r.group === group && r.row === row)));
    text.push(`| ${group} | ${row.replaceAll("|", "\\|")} | ${cells.join(" | ")} |`);
  }
  const kept = names.map((name) => {
    const mine = all.filter((r) => r.subject === name);
    return `${subjects[name]} ${mine.filter((r) => r.ok).length} of ${mine.length}`;
  });
  return `${text.join("\n")}\n\nRows kept: ${kept.join("; ")}.`;
}

const file = join(root, "docs/flue.md");
let text = readFileSync(file, "utf8");
for (const [mark, subjects] of [["environments", environments], ["functions", functions]]) {
  const made = await table(subjects);
  text = text.replace(new RegExp(`(<!-- ${mark} -->\n)[^]*?(<!-- end -->)`), (_, a, b) => `${a}${made}\n${b}`);
  console.log(made.split("\n").at(-1));
}
writeFileSync(file, text);
