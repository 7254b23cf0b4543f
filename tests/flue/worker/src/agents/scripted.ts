'use agent';
// @ts-nocheck
import { defineSkill, useModel, useSandbox, useSkill } from "@flue/runtime";
import { guide, setupOf } from "../../../cases.mjs";
import { model } from "../../../scripted.mjs";
import { factoryOf } from "../kinds";

const skill = defineSkill(guide);

export function Scripted({ id }) {
  const [kind, name] = id.split("|");
  const { cwd, skill: withSkill } = setupOf(name);
  useModel(model);
  useSandbox(factoryOf(id, kind, setupOf(name)), cwd === undefined ? undefined : { cwd });
  if (withSkill) useSkill(skill);
  return "You play a script.";
}
