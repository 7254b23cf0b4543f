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

for (const kind of chosen) {
  for (const test of cases) {
    if (!test.name.includes(wanted)) continue;
    const skip = excepted(test, kind);
    let error;
    if (!skip) {
      try {
        const { run } = await agentOver(kind, test.name);
        checkCase(test, await run(messageOf(test)));
      } catch (e) {
        error = e.stack ?? String(e);
      }
    }
    console.log(JSON.stringify({ kind, name: test.name, ok: !error, skip, error }));
  }
  for (const [name, test] of Object.entries(special)) {
    if (!name.includes(wanted)) continue;
    let error, skip;
    try {
      skip = await test({ kind, agentOver });
    } catch (e) {
      error = e.stack ?? String(e);
    }
    console.log(JSON.stringify({ kind, name, ok: !error, skip, error }));
  }
}
await flue.stop();
process.exit(0);
