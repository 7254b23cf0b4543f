// Environments over a provider's driver. Paths, the second try of a write and the rules of aborts are the module's (session.ts).
import { createSession, type SandboxApi, type SessionEnv } from "../session.js";
import type { OrphanedExecSettlement } from "./types.js";

export interface DriverOptions {
  /** Told how a command ended whose caller an abort had released. */
  onOrphanSettled?: (settlement: OrphanedExecSettlement) => void;
}

/** Makes an environment of a provider's few functions. The driver gets absolute paths; a write need not make directories. */
export function sandboxFromDriver(driver: SandboxApi, cwd: string, options?: DriverOptions): SessionEnv {
  const tell = options?.onOrphanSettled;
  return createSession(driver, cwd, {
    form: "driver",
    ...(tell && {
      onOrphanSettled: ({ startedAt, abortedAt, settledAt, ...rest }) =>
        tell({ ...rest, startedAt: new Date(startedAt), abortedAt: new Date(abortedAt), settledAt: new Date(settledAt) }),
    }),
  });
}

/** The contract's name of sandboxFromDriver. */
export const createSandboxSessionEnv = sandboxFromDriver;
