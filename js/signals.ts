// Signals by name, with Linux's numbers.
import { typeError } from "./args.js";

const names = [
  "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV",
  "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN",
  "SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS",
];

export function signalNumber(signal: string | number): number {
  if (typeof signal === "number" && Number.isInteger(signal) && signal >= 0 && signal <= 64) return signal;
  const at = typeof signal === "string" ? names.indexOf(signal.toUpperCase()) : -1;
  if (at < 0) throw Object.assign(typeError("signal", "the name or number of a signal", signal), { code: "ERR_UNKNOWN_SIGNAL" });
  return at + 1;
}

export function signalName(number: number): string | null {
  return number === 0 ? null : names[number - 1] ?? `SIGRTMIN+${number - 34}`;
}
