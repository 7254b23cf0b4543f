// A Flue agent that works in a Nacre sandbox, in Node. Run: npm install && npm start
//
// The model is scripted (model.mjs), so no API key is needed. For a real one, take `providers` away and name it in useModel.
import { init, useModel, useSandbox } from "@flue/runtime";
import { start } from "@flue/runtime/node";
import { nacre } from "nacre/flue";
import { scripted } from "./model.mjs";

function Coder() {
  useModel("scripted/model");
  useSandbox(nacre({ files: { "notes.txt": "buy milk\ncall Ada\nbuy bread\n" } }));
  return "You are a careful programmer. Work in the sandbox.";
}

const flue = await start({ agents: [Coder], providers: [scripted] });
const agent = init(Coder, { id: "demo" });

for (const message of ["What do I have to buy?", "Add eggs, and count again."]) {
  console.log(`\n> ${message}`);
  const reply = await agent.read(await agent.dispatch(message));
  console.log(reply.text);
}
await flue.stop();
process.exit(0);
