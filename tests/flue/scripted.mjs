// The scripted model: it plays the steps that stand in the user's message, so that the real Flue runtime can be driven without a model
// and without a network, in Node and in Workers alike.
//
// A message is JSON: { steps: [[call, ...], ...] }, a call { tool, args } and the calls of one step made in parallel. The reply's text is JSON
// too: what each call gave, [{ tool, error, text }], in the order of the calls. "{{skill}}" in an argument stands for the directory of a packaged skill
// that an earlier result has named.
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai";

export const model = "scripted/model";

const textOf = (content) => (typeof content === "string" ? content : content.map((part) => part.text ?? "").join(""));

function script(messages) {
  const at = messages.findLastIndex((m) => m.role === "user" && /^\s*\{"steps"/.test(textOf(m.content)));
  return at < 0 ? undefined : { ...JSON.parse(textOf(messages[at].content)), after: messages.slice(at + 1) };
}

function fill(value, directory) {
  if (typeof value === "string") return value.replaceAll("{{skill}}", directory);
  if (Array.isArray(value)) return value.map((v) => fill(v, directory));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fill(v, directory)]));
  return value;
}

function answer(context) {
  const found = script(context.messages);
  if (!found) return fauxAssistantMessage(fauxText("no script"));
  const results = found.after.filter((m) => m.role === "toolResult");
  const done = found.after.filter((m) => m.role === "assistant" && Array.isArray(m.content) && m.content.some((part) => part.type === "toolCall")).length;
  if (done < found.steps.length) {
    const directory = /\/\.flue\/packaged-skills\/[^\s`"'/<)]+/.exec(results.map((r) => textOf(r.content)).join("\n"))?.[0] ?? "{{skill}}";
    const calls = found.steps[done].map(({ tool, args }) => fauxToolCall(tool, fill(args ?? {}, directory)));
    return fauxAssistantMessage(calls, { stopReason: "toolUse" });
  }
  const byId = new Map(results.map((r) => [r.toolCallId, r]));
  const calls = found.after.filter((m) => m.role === "assistant" && Array.isArray(m.content)).flatMap((m) => m.content.filter((part) => part.type === "toolCall"));
  const report = calls.map((call) => {
    const r = byId.get(call.id);
    return { tool: call.name, error: r?.isError === true, text: r ? textOf(r.content) : undefined };
  });
  return fauxAssistantMessage(fauxText(JSON.stringify(report)));
}

export function scriptedProvider() {
  const faux = fauxProvider({ provider: "scripted", models: [{ id: "model", contextWindow: 10_000_000 }], tokenSize: { min: 1 << 20, max: 1 << 20 } });
  // Each answer is used once, so there are always some.
  const refill = () => faux.appendResponses(Array.from({ length: 64 }, () => (context) => {
    if (faux.getPendingResponseCount() < 8) refill();
    return answer(context);
  }));
  refill();
  return faux.provider;
}
