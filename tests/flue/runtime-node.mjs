// Run by Node 22 or later (the runtime asks for it): the cases of cases.mjs through the real Flue runtime. Prints one JSON line for each:
// { kind, name, ok, skip, error }. Arguments: the kinds to run (none: all of nacre's), `--case TEXT` for those whose name has it.
import { init, useModel, useSandbox, useSkill, defineSkill } from "@flue/runtime";
import { start } from "@flue/runtime/node";
import { cases, checkCase, guide, messageOf, setupOf } from "./cases.mjs";
import { excepted } from "./kinds.mjs";
import { kinds, reference } from "./kinds-node.mjs";
import { special } from "./special.mjs";
import { model, scriptedProvider } from "./scripted.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--case");
const wanted = at >= 0 ? args.splice(at, 2)[1] : "";
const chosen = args.length > 0 ? args : Object.keys(kinds).filter((kind) => !reference.includes(kind));

const setups = new Map();
const skill = defineSkill(guide);
function Scripted({ id }) {
  const { factory, cwd, withSkill } = setups.get(id);
  useModel(model);
  useSandbox(factory, cwd === undefined ? undefined : { cwd });
  if (withSkill) useSkill(skill);
  return "You play a script.";
}

const flue = await start({ agents: [Scripted], providers: [scriptedProvider()] });
let count = 0;
/** An agent over a fresh sandbox of the kind. */
async function agentOver(kind, name) {
  const { files = {}, cwd, skill: withSkill } = setupOf(name);
  const id = `${kind} ${process.pid} ${++count}`;
  setups.set(id, { factory: await kinds[kind]({ files }), cwd, withSkill });
  const agent = init(Scripted, { id });
  const run = async (steps) => JSON.parse((await agent.read(await agent.dispatch(typeof steps === "string" ? steps : messageOf({ steps })))).text);
  return { agent, run };
}

async function attempt(kind, name, run) {
  let error, skip;
  try {
    skip = await run();
  } catch (e) {
    error = e.stack ?? String(e);
  }
  console.log(JSON.stringify({ kind, name, ok: !error, skip, error }));
}

const work = [];
for (const kind of chosen) {
  for (const test of cases.filter((c) => c.name.includes(wanted))) {
    work.push(() => attempt(kind, test.name, async () => {
      const skip = excepted(test, kind);
      if (!skip) checkCase(test, await (await agentOver(kind, test.name)).run(messageOf(test)));
      return skip;
    }));
  }
  for (const [name, run] of Object.entries(special).filter(([name]) => name.includes(wanted))) {
    work.push(() => attempt(kind, name, () => run({ kind, agentOver })));
  }
}
// A few at a time: most of them wait now and then.
await Promise.all(Array.from({ length: 4 }, async () => {
  while (work.length > 0) await work.shift()();
}));
await flue.stop();
process.exit(0);
