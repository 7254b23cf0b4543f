'use agent';
import { useModel, useSandbox } from "@flue/runtime";
import { nacre } from "nacre/flue";

export function Coder() {
  useModel("scripted/model");
  useSandbox(nacre({ files: { "notes.txt": "buy milk\ncall Ada\nbuy bread\n" } }));
  return "You are a careful programmer. Work in the sandbox.";
}
