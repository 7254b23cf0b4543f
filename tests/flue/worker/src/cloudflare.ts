// A Durable Object that plays the one of @cloudflare/sandbox: called over real RPC, its commands run by Nacre.
// @ts-nocheck
import { DurableObject } from "cloudflare:workers";
import { Sandbox } from "nacre";
import { SandboxStub } from "../../stub.mjs";

export class StubSandbox extends DurableObject {
  #stub;
  #seeded = false;
  #sandbox() {
    return (this.#stub ??= new SandboxStub(Sandbox.create({ cwd: "/workspace" })));
  }
  async seed(files) {
    if (this.#seeded) return;
    this.#seeded = true;
    this.#stub = new SandboxStub(Sandbox.create({ cwd: "/workspace", files }));
  }
  exec(...args) { return this.#sandbox().exec(...args); }
  readFile(...args) { return this.#sandbox().readFile(...args); }
  writeFile(...args) { return this.#sandbox().writeFile(...args); }
  exists(...args) { return this.#sandbox().exists(...args); }
  mkdir(...args) { return this.#sandbox().mkdir(...args); }
  deleteFile(...args) { return this.#sandbox().deleteFile(...args); }
  getState(...args) { return this.#sandbox().getState(...args); }
}
