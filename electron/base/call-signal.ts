import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs a call in this process. What it calls gets the signal from `getCallSignal`. */
export function runWithSignal<Result>(signal: AbortSignal, call: () => Result): Result {
  return signals.run(signal, call);
}

/** Aborted when the caller gives up; `undefined` for a call over a connection, which closes instead. */
export function getCallSignal(): AbortSignal | undefined {
  return signals.getStore();
}
