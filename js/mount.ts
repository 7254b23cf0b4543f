// Directories of the host, copied into a sandbox before a command-line run and, on request, back afterwards.
import { chmodSync, lstatSync, lutimesSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import type { Sandbox, Snapshot } from "./index.node.js";

export interface Mount {
  /** Absolute; its path in the sandbox is the same. */
  directory: string;
  readOnly: boolean;
}

/** Copies a directory into the sandbox. What is neither a file, a directory nor a symbolic link is left out. */
export async function readTree(sandbox: Sandbox, { directory }: Mount): Promise<void> {
  const { fs } = sandbox;
  if (!lstatSync(directory).isDirectory()) throw new Error(`${directory}: not a directory`);
  await fs.mkdir(directory, { recursive: true });
  const pending = [directory];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder === "/" ? "" : folder}/${entry.name}`;
      const stats = lstatSync(path);
      if (entry.isDirectory()) {
        await fs.mkdir(path, { recursive: true });
        pending.push(path);
      } else if (entry.isSymbolicLink()) {
        await fs.symlink(readlinkSync(path), path);
        continue;
      } else if (entry.isFile()) {
        await fs.writeFile(path, readFileSync(path));
      } else continue;
      await fs.chmod(path, stats.mode & 0o7777);
      if (entry.isFile()) await fs.utimes(path, stats.atime, stats.mtime);
    }
  }
}

/** Stores in the host's directories what has changed in the sandbox since the snapshot. */
export async function writeTree(sandbox: Sandbox, before: Snapshot, mounts: Mount[]): Promise<void> {
  const inside = (path: string) => mounts.some(({ directory }) => path === directory || path.startsWith(`${directory === "/" ? "" : directory}/`));
  const changes = (await sandbox.diff(before)).flatMap((change) =>
    change.kind === "renamed" ? [{ ...change, path: change.from!, kind: "removed" as const }, { ...change, kind: "added" as const }] : [change]);
  // What is gone goes first, the deepest path first; then what is new, parents first.
  for (const { path } of changes.filter((c) => c.kind === "removed" && inside(c.path)).reverse()) rmSync(path, { recursive: true, force: true });
  for (const { path, kind } of changes) {
    if (kind !== "removed" && inside(path)) await store(sandbox, path, kind === "added");
  }
}

async function store(sandbox: Sandbox, path: string, whole: boolean): Promise<void> {
  const { fs } = sandbox;
  const stats = await fs.lstat(path);
  if (stats.isSymbolicLink()) {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(await fs.readlink(path), path);
    lutimesSync(path, stats.atime, stats.mtime);
  } else if (stats.isDirectory()) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, stats.mode & 0o7777);
    // A directory that was moved brings what is in it.
    if (whole) for (const name of await fs.readdir(path)) await store(sandbox, `${path}/${name}`, true);
  } else if (stats.isFile()) {
    rmSync(path, { force: true });
    writeFileSync(path, await fs.readFile(path));
    chmodSync(path, stats.mode & 0o7777);
    utimesSync(path, stats.atime, stats.mtime);
  }
}
