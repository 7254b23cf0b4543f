// Plays the Durable Object stub of @cloudflare/sandbox, commands run by a Nacre sandbox. What is odd about the real one is odd here: one shell, so calls
// wait for each other; output loses NULs and its final newline; a file that looks binary comes as base64; a timeout rejects and the
// command runs on; arguments are cloned (an AbortSignal cannot be); a sandbox that has died never answers.
const enough = 32 << 20;

export class SandboxStub {
  #sandbox;
  #last = Promise.resolve();
  #dead = false;
  status = "running";
  calls = [];

  constructor(sandbox) {
    this.#sandbox = sandbox;
  }

  /** The container stops: what is under way, and what comes, never settles. */
  die(status = "stopped") {
    this.#dead = true;
    this.status = status;
  }
  #alive(value) {
    return this.#dead ? new Promise(() => {}) : value;
  }
  async #call(name, args, work) {
    this.calls.push([name, ...structuredClone(args)]);
    const result = await work(await this.#sandbox);
    return this.#alive(structuredClone(result));
  }
  static path(path) {
    if (path === "") throw new Error("Path cannot be empty");
    if (path.includes("\0")) throw new Error("Path contains null bytes");
    if (path.length > 4096) throw new Error("Path too long (max 4096 characters)");
    return path;
  }

  exec(command, options = {}) {
    return this.#call("exec", [command, options], (sandbox) => {
      const before = this.#last;
      const running = before.then(() => this.#dead ? new Promise(() => {}) : sandbox.exec(command, { cwd: options.cwd ?? "/workspace", env: options.env ?? {} }));
      // The next call waits for this one, but not for ever.
      this.#last = Promise.race([running.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 3000))]);
      const clean = (text) => text.replaceAll("\0", "").replace(/\n$/, "");
      const done = running.then((r) => ({ success: r.exitCode === 0, stdout: clean(r.stdout), stderr: clean(r.stderr), exitCode: r.exitCode, command, duration: 1 }));
      if (options.timeout === undefined) return done;
      let timer;
      return Promise.race([
        done,
        new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`CommandError: Command timeout after ${options.timeout}ms`)), options.timeout))),
      ]).finally(() => clearTimeout(timer));
    });
  }
  readFile(path, options = {}) {
    return this.#call("readFile", [path, options], async ({ fs }) => {
      SandboxStub.path(path);
      let bytes;
      try {
        bytes = await fs.readFile(path);
      } catch {
        throw new Error(`File not found: ${path}`);
      }
      if (bytes.length > enough) throw new Error(`File too large: ${bytes.length} bytes`);
      const text = new TextDecoder().decode(bytes);
      if (options.encoding === "base64" || (options.encoding === undefined && text.includes("\ufffd"))) {
        let binary = "";
        for (const byte of bytes) binary += String.fromCharCode(byte);
        return { success: true, path, content: btoa(binary), encoding: "base64" };
      }
      return { success: true, path, content: text, encoding: "utf-8" };
    });
  }
  writeFile(path, content, options = {}) {
    return this.#call("writeFile", [path, content, options], async ({ fs }) => {
      SandboxStub.path(path);
      if (typeof content !== "string") throw new TypeError("content must be a string");
      if (options.encoding === "base64") {
        if (!/^[A-Za-z0-9+/=]*$/.test(content)) throw new Error("Invalid base64 content");
        await fs.writeFile(path, Uint8Array.from(atob(content), (c) => c.charCodeAt(0)));
      } else {
        await fs.writeFile(path, content);
      }
      return { success: true, path };
    });
  }
  exists(path) {
    return this.#call("exists", [path], async ({ fs }) => ({ success: true, exists: await fs.exists(SandboxStub.path(path)) }));
  }
  mkdir(path, options = {}) {
    return this.#call("mkdir", [path, options], async ({ fs }) => {
      await fs.mkdir(SandboxStub.path(path), { recursive: options.recursive === true });
      return { success: true, path };
    });
  }
  deleteFile(path) {
    return this.#call("deleteFile", [path], async ({ fs }) => {
      SandboxStub.path(path);
      const stat = await fs.lstat(path).catch(() => undefined);
      if (!stat) throw new Error(`File not found: ${path}`);
      if (stat.isDirectory()) throw new Error(`Cannot delete directory with deleteFile() at '${path}'. Use exec('rm -rf <path>') instead.`);
      await fs.unlink(path);
      return { success: true, path };
    });
  }
  /** From the Durable Object's storage: answers when the container does not. */
  async getState() {
    return { status: this.status, lastChange: Date.now() };
  }
}
