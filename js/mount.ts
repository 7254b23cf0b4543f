// Directories of the host, copied into a sandbox before a command-line run and, on request, back afterwards.
import { chmodSync, lstatSync, lutimesSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import type { Sandbox, Snapshot } from "./index.node.js";

export interface Mount {
  /** Absolute; its path in the sandbox is the same. */
  directory: string;
  readOnly: boolean;
}

/** Told of what cannot be copied (not readable, a name that is no UTF-8); the rest is. */
export type Complain = (error: unknown) => void;

/** Copies a directory into the sandbox. What is neither a file, a directory nor a symbolic link is left out. */
export async function readTree(sandbox: Sandbox, { directory }: Mount, complain: Complain): Promise<void> {
  const { fs } = sandbox;
  if (!lstatSync(directory).isDirectory()) throw new Error(`${directory}: not a directory`);
  await fs.mkdir(directory, { recursive: true });
  const pending = [directory];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const at = folder === "/" ? "" : folder;
    await each([at], async () => {
      await each(readdirSync(folder!).map((name) => `${at}/${name}`), async (path) => {
        const stats = lstatSync(path);
        if (stats.isDirectory()) {
          await fs.mkdir(path, { recursive: true });
          pending.push(path);
        } else if (stats.isSymbolicLink()) {
          return fs.symlink(readlinkSync(path), path);
        } else if (stats.isFile()) {
          await fs.writeFile(path, readFileSync(path));
        } else return;
        await fs.chmod(path, stats.mode & 0o7777);
        if (stats.isFile()) await fs.utimes(path, stats.atime, stats.mtime);
      }, complain);
    }, complain);
  }
}

async function each(paths: string[], copy: (path: string) => Promise<void>, complain: Complain): Promise<void> {
  for (const path of paths) {
    try {
      await copy(path);
    } catch (error) {
      complain(error);
    }
  }
}

/** Stores in the host's directories what has changed in the sandbox since the snapshot. */
export async function writeTree(sandbox: Sandbox, before: Snapshot, mounts: Mount[], complain: Complain): Promise<void> {
  const inside = (path: string) => mounts.some(({ directory }) => path === directory || path.startsWith(`${directory === "/" ? "" : directory}/`));
  const changes = (await sandbox.diff(before)).flatMap((change) =>
    change.kind === "renamed" ? [{ ...change, path: change.from!, kind: "removed" as const }, { ...change, kind: "added" as const }] : [change]);
  // What is gone goes first, the deepest path first; then what is new, parents first.
  const [removed, stored] = [true, false].map((gone) => changes.filter(({ path, kind }) => (kind === "removed") === gone && inside(path)));
  await each(removed!.map(({ path }) => path).reverse(), async (path) => rmSync(path, { recursive: true, force: true }), complain);
  const added = new Set(stored!.filter(({ kind }) => kind === "added").map(({ path }) => path));
  await each(stored!.map(({ path }) => path), (path) => store(sandbox, path, added.has(path), complain), complain);
}

async function store(sandbox: Sandbox, path: string, whole: boolean, complain: Complain): Promise<void> {
  const { fs } = sandbox;
  const stats = await fs.lstat(path);
  if (stats.isSymbolicLink()) {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(await fs.readlink(path), path);
    lutimesSync(path, stats.atime, stats.mtime);
  } else if (stats.isDirectory()) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(path);   // a link to one, say
    mkdirSync(path, { recursive: true });
    chmodSync(path, stats.mode & 0o7777);
    // A directory that was moved brings what is in it.
    if (whole) await each((await fs.readdir(path)).map((name) => `${path}/${name}`), (inner) => store(sandbox, inner, true, complain), complain);
  } else if (stats.isFile()) {
    rmSync(path, { force: true });
    writeFileSync(path, await fs.readFile(path));
    chmodSync(path, stats.mode & 0o7777);
    utimesSync(path, stats.atime, stats.mtime);
  }
}
