import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConnection, connectApi } from '../ground/api-connection.ts';
import { percentile } from '../harness/percentile.ts';

const EVERY_MS = 2;
const WINDOW_MS = 2_000;
const SOCKETS = 20;

/**
 * The 99th percentile in milliseconds of `GET /api/me`, asked every 2 ms for at least 2 seconds while `work` is
 * done over and over. Delays count from the moment at which a request was due, so that none is forgotten while
 * the server stands still.
 */
export async function meDelay(api: ApiConnection, work: () => Promise<unknown>): Promise<number> {
  const { read } = connectApi(api.address, api.token, SOCKETS);
  const delays: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async (dueAt: number) => {
    await read('/api/me');
    delays.push(performance.now() - dueAt);
  };

  const startedAt = performance.now();
  const busy = repeat(work, startedAt + WINDOW_MS);
  let isOver = false;
  const ended = busy.finally(() => {
    isOver = true;
  });
  for (let dueAt = startedAt; !isOver; dueAt += EVERY_MS) {
    while (performance.now() < dueAt && !isOver) await delay(1);
    asked.push(ask(dueAt));
  }
  await ended;
  await Promise.all(asked);
  return percentile(delays, 99);
}

async function repeat(work: () => Promise<unknown>, until: number): Promise<void> {
  do await work();
  while (performance.now() < until);
}
