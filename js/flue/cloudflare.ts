// cloudflareSandbox(stub): an environment over the Durable Object stub of @cloudflare/sandbox (what `getSandbox()` returns).
//
// The stub's calls become a driver: bytes travel as base64, metadata and listings by commands, a command's timeout that rejects becomes
// status 124. A call whose container dies never settles, so while one is pending the container's state is asked for from time to time.
import * as args from "../args.js";
import type { FileStat, SandboxApi, SessionEnv } from "../session.js";
import type { ToolOptions } from "../tools.js";
import { sandboxFromDriver, type DriverOptions } from "./driver.js";
import { SandboxDiedError, SandboxOperationUnsupportedError } from "./errors.js";
import { toolFactory, type ToolsOption } from "./tools.js";
import type { SandboxFactory } from "./types.js";

/** The calls that are made of a stub. */
export interface CloudflareSandboxStub {
  exec(command: string, options?: { cwd?: string; env?: Record<string, string>; timeout?: number }):
    Promise<{ success: boolean; stdout: string; stderr: string; exitCode?: number }>;
  readFile(path: string, options?: { encoding?: string }): Promise<{ content: string; encoding?: string }>;
  writeFile(path: string, content: string, options?: { encoding?: string }): Promise<unknown>;
  exists(path: string): Promise<{ exists: boolean }>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<unknown>;
  deleteFile(path: string): Promise<unknown>;
  /** Without it (older versions) a container's death is not seen. */
  getState?(): Promise<{ status: string }>;
}

export interface CloudflareSandboxOptions extends DriverOptions {
  /** The directory in the container. Default `/workspace`. */
  cwd?: string;
  /**
   * What `rm` with `recursive` or `force` does. "exec" (the published runtime): runs `rm` in the container. "unsupported" (the
   * documented contract): throws SandboxOperationUnsupportedError. Default "exec".
   */
  removal?: "exec" | "unsupported";
  /** Milliseconds between looks at the container's state while a call is pending. Default 5000. */
  statePollMs?: number;
  /** Milliseconds without an answer to such a look after which the container counts as dead. Default 10000. */
  probeSilenceMs?: number;
  /** False: the runtime's own tools over the environment. A function: a tool set of one's own. */
  tools?: ToolsOption;
  toolOptions?: ToolOptions;
}

export function cloudflareSandbox(sandbox: CloudflareSandboxStub, options: CloudflareSandboxOptions = {}): SandboxFactory {
  if ((typeof sandbox !== "object" && typeof sandbox !== "function") || sandbox === null) {
    throw args.typeError("sandbox", "a sandbox's stub, as getSandbox() gives it", sandbox);
  }
  const create = async (): Promise<SessionEnv> => sandboxFromDriver(driver(sandbox, options), options.cwd ?? "/workspace", options);
  return { createSandbox: create, createSessionEnv: create, ...toolFactory(options.tools, options.toolOptions) };
}

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

function driver(sandbox: CloudflareSandboxStub, options: CloudflareSandboxOptions): SandboxApi {
  const guarded = <T>(operation: string, call: () => Promise<T>) => watched(sandbox, operation, call, options);
  const run = async (operation: string, path: string, command: string) => {
    const result = shape(operation, await guarded(operation, () => sandbox.exec(command)), "stdout");
    if (!result.success) throw new Error(`${operation} failed for ${path}: ${result.stderr ?? ""}`);
    return result.stdout;
  };
  return {
    async readFile(path) {
      const { content, encoding } = shape("readFile", await guarded("readFile", () => sandbox.readFile(path)), "content");
      // What the container takes for a binary file comes as base64.
      return encoding === "base64" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(fromBase64(content)) : content;
    },
    async readFileBuffer(path) {
      const { content } = shape("readFile", await guarded("readFile", () => sandbox.readFile(path, { encoding: "base64" })), "content");
      return fromBase64(content);
    },
    async writeFile(path, content) {
      if (typeof content === "string") await guarded("writeFile", () => sandbox.writeFile(path, content));
      else await guarded("writeFile", () => sandbox.writeFile(path, toBase64(content), { encoding: "base64" }));
    },
    async stat(path) {
      const name = quoted(path);
      const text = await run("stat", path, `stat -L -c '%s/%Y/%F' ${name} && stat -c '%F' ${name}`);
      const found = parseStat(text);
      if (!found) throw new Error(`stat failed for ${path}: ${JSON.stringify(text.slice(0, 200))}`);
      return found;
    },
    async readdir(path) {
      const names = await run("readdir", path, `find ${quoted(path)} -mindepth 1 -maxdepth 1 -printf '%f\\n'`);
      // A file has no entries either.
      if (names === "") await run("readdir", path, `test -d ${quoted(path)} || { echo 'Not a directory' >&2; false; }`);
      return names.split("\n").filter((name) => name !== "");
    },
    async exists(path) {
      try {
        return (await guarded("exists", () => sandbox.exists(path))).exists === true;
      } catch (error) {
        if (error instanceof SandboxDiedError) throw error;
        return false;
      }
    },
    async mkdir(path, given) {
      await guarded("mkdir", () => sandbox.mkdir(path, given));
    },
    async rm(path, given) {
      const wanted = (["recursive", "force"] as const).filter((name) => given?.[name]);
      if (wanted.length === 0) {
        await guarded("rm", () => sandbox.deleteFile(path));
        return;
      }
      if (options.removal === "unsupported") {
        throw new SandboxOperationUnsupportedError({ operation: "rm", provider: "Cloudflare Sandbox", options: wanted });
      }
      await run("rm", path, `rm ${given?.force ? "-f " : ""}${given?.recursive ? "-r " : ""}-- ${quoted(path)}`);
    },
    async exec(command, { cwd, env, timeoutMs } = {}) {
      // No signal: it cannot be sent to a Durable Object. Milliseconds are never rounded down.
      const timeout = timeoutMs === undefined || timeoutMs >= 2 ** 31 ? undefined : Math.ceil(timeoutMs);
      let result;
      try {
        result = await guarded("exec", () => sandbox.exec(command, { cwd, env, timeout }));
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        if (timeout === undefined || !/Command timeout after \d+ ?ms/.test(words)) throw error;
        return { stdout: "", stderr: words, exitCode: 124 };
      }
      const { stdout, stderr, exitCode, success } = shape("exec", result, "stdout");
      return { stdout, stderr: typeof stderr === "string" ? stderr : "", exitCode: typeof exitCode === "number" ? exitCode : success ? 0 : 1 };
    },
  };
}

/** What the stub answered, if it has the text that is needed of it. */
function shape<T extends object>(operation: string, answer: T, text: keyof T & string): T {
  if (typeof answer === "object" && answer !== null) {
    if (typeof answer[text] === "string") return answer;
    if (answer[text] === undefined && text === "stdout" && "success" in answer) return { ...answer, stdout: "" };
  }
  throw new Error(`Cloudflare Sandbox ${operation} gave an answer without ${text}.`);
}

/** Makes a call and watches whether the container lives until it settles. */
function watched<T>(sandbox: CloudflareSandboxStub, operation: string, call: () => Promise<T>, options: CloudflareSandboxOptions): Promise<T> {
  const { statePollMs = 5000, probeSilenceMs = 10_000 } = options;
  return new Promise((resolve, reject) => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (settle: () => void) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      settle();
    };
    const died = (reason: "stopped" | "probe_silent") => finish(() => reject(new SandboxDiedError({ operation, reason })));
    const wait = () => {
      if (!over) timer = setTimeout(look, statePollMs);
    };
    const look = () => {
      const silence = (timer = setTimeout(() => died("probe_silent"), probeSilenceMs));
      // A look that fails says nothing: the next may succeed.
      attempt(() => sandbox.getState!()).then(
        (state) => {
          clearTimeout(silence);
          if (state?.status === "stopped" || state?.status === "stopped_with_code") died("stopped");
          else wait();
        },
        () => {
          clearTimeout(silence);
          wait();
        },
      );
    };
    if (typeof sandbox.getState === "function") wait();
    attempt(call).then((value) => finish(() => resolve(value)), (error) => finish(() => reject(error)));
  });
}

/** A call's promise, also when it throws at once. */
async function attempt<T>(call: () => Promise<T>): Promise<T> {
  return call();
}

function parseStat(text: string): FileStat | undefined {
  const found = /^(\d+)\/(-?\d+)\/([^\n]+)\n([^\n]+)$/.exec(text.trim());
  if (!found) return undefined;
  const [, size, mtime, kind, self] = found;
  return {
    isFile: kind!.startsWith("regular"),
    isDirectory: kind === "directory",
    isSymbolicLink: self === "symbolic link",
    size: Number(size),
    mtime: new Date(Number(mtime) * 1000),
  };
}

// In pieces: an argument list has a limit.
const piece = 0x6000;
function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + piece))));
  return parts.join("");
}
function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
