import { setTimeout as delay } from 'node:timers/promises';
import { TOKEN_REFRESH_AFTER_S } from '../../../shared/contract/auth.ts';
import { connectApi, renewToken, signIn } from '../context/api-connection.ts';
import type { RunningProduct } from '../context/running-product.ts';
import type { Call } from './soak-calls.ts';

const SOCKETS = 20;
const MAX_WAITING = 500;
const MAX_NOTES = 20;
const DRAIN_MS = 10_000;

export type Load = ReturnType<typeof createLoad>;

/** A connection whose token is renewed ahead of its expiry. */
export async function openLastingApi({ apiAddress }: RunningProduct) {
  let api = connectApi(apiAddress, await signIn(apiAddress), SOCKETS);
  let issuedAt = performance.now();
  return {
    current: () => api,
    async renewIfDue() {
      if (performance.now() - issuedAt < TOKEN_REFRESH_AFTER_S * 1000) return;
      issuedAt = performance.now();
      api = connectApi(apiAddress, await renewToken(apiAddress), SOCKETS);
    },
  };
}

/**
 * Starts a call whenever one is due, even if earlier ones are not answered. autocannon does not: each of its connections
 * waits for an answer, so a slow product would be asked less.
 */
export function createLoad(startNext: () => ReturnType<Call>, callsPerS: number, note: (text: string) => void) {
  const everyMs = 1000 / callsPerS;
  let nextDueAt = performance.now();
  let timesMs: number[] = [];
  let [errors, allErrors, waiting] = [0, 0, 0];

  const fail = (error: unknown) => {
    errors += 1;
    allErrors += 1;
    const text = error instanceof Error ? error.message : String(error);
    if (allErrors <= MAX_NOTES) note(`error ${allErrors}: ${text.slice(0, 300)}`);
  };
  const ask = async (dueAt: number) => {
    waiting += 1;
    try {
      await startNext();
      timesMs.push(performance.now() - dueAt);
    } catch (error) {
      fail(error);
    }
    waiting -= 1;
  };

  return {
    fail,
    countErrors: () => allErrors,
    async runFor(seconds: number) {
      for (let call = 0; call < seconds * callsPerS; call += 1) {
        const waitMs = nextDueAt - performance.now();
        if (waitMs > 0) await delay(waitMs);
        if (waiting < MAX_WAITING) void ask(nextDueAt);
        else fail(`${waiting} calls wait for an answer`);
        nextDueAt += everyMs;
      }
    },
    /** Waits for the last answers. Calls without one are errors. */
    async drain() {
      const until = performance.now() + DRAIN_MS;
      while (waiting > 0 && performance.now() < until) await delay(everyMs);
      for (let left = waiting; left > 0; left -= 1) fail('a call got no answer');
    },
    /** Returns what was measured since the last time. */
    take() {
      const taken = { timesMs, errors };
      timesMs = [];
      errors = 0;
      return taken;
    },
  };
}
