// A model that follows a script: for each message it makes the calls below, one after the other, and then tells what they gave.
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai";

const scripts = {
  "What do I have to buy?": [
    ["read", { path: "notes.txt" }],
    ["grep", { pattern: "^buy" }],
    ["bash", { command: "sed -n 's/^buy //p' notes.txt | sort | tee list.txt; wc -l < list.txt" }],
  ],
  "Add eggs, and count again.": [
    ["edit", { path: "notes.txt", oldText: "call Ada\n", newText: "call Ada\nbuy eggs\n" }],
    ["write", { path: "bin/count.sh", content: "#!/bin/bash\ngrep -c '^buy' \"$1\"\n" }],
    ["bash", { command: "chmod +x bin/count.sh && ./bin/count.sh notes.txt" }],
    ["glob", { pattern: "*.txt" }],
  ],
};

const text = (content) => (typeof content === "string" ? content : content.map((part) => part.text ?? "").join(""));

function answer({ messages }) {
  const at = messages.findLastIndex((m) => m.role === "user");
  const script = scripts[text(messages[at].content).trim()] ?? [];
  const results = messages.slice(at).filter((m) => m.role === "toolResult");
  if (results.length < script.length) return fauxAssistantMessage([fauxToolCall(...script[results.length])], { stopReason: "toolUse" });
  const story = script.map(([tool, args], i) => `  ${tool} ${JSON.stringify(args)}\n${text(results[i].content).replace(/^/gm, "      ")}`);
  return fauxAssistantMessage(fauxText(story.join("\n")));
}

const faux = fauxProvider({ provider: "scripted", models: [{ id: "model" }] });
faux.setResponses(Array.from({ length: 100 }, () => answer));
export const scripted = faux.provider;
