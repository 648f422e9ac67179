import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs a call in this process. Whatever it calls gets the signal by `getCallSignal`. */
export function runWithSignal<Result>(signal: AbortSignal, call: () => Result): Result {
  return signals.run(signal, call);
}

/** Aborted when the caller gave up. Undefined for a call over a connection, which closes then. */
export function getCallSignal(): AbortSignal | undefined {
  return signals.getStore();
}
