// What differs between hosts. Each index.*.ts gives one Platform to the class that it exports.

export interface Platform {
  /** The compiled module; compiled once and kept. */
  module(): WebAssembly.Module | Promise<WebAssembly.Module>;
  /** Calls back after the event loop has turned, as soon as may be. */
  turn(callback: () => void): void;
  /**
   * True where a promise of one call may be waited for by another, and work goes on outside calls (Node, browsers).
   * False in Workers, where a request that waits on another's is cancelled: there every call runs for itself only.
   */
  shared: boolean;
}

let current: Platform | undefined;
/** The host that this copy of the package was loaded for. */
export function platform(): Platform {
  return current!;
}
export function usePlatform(host: Platform): void {
  current = host;
}

/** A turn by MessageChannel, for hosts without setImmediate; setTimeout is held back to 4 ms when nested. */
export function channelTurn(): (callback: () => void) => void {
  const waiting: Array<() => void> = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.();
  return (callback) => {
    waiting.push(callback);
    channel.port2.postMessage(0);
  };
}
