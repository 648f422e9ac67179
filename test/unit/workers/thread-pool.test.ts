import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createThreadPool, type ThreadPool } from '../../../electron/workers/thread.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { perTest } from '../../support/test-scope.ts';
import type { Request } from './answering-thread.ts';

const SCRIPT = fileURLToPath(new URL('./answering-thread.ts', import.meta.url));
const GONE = { name: 'ThreadError', code: 'ERR_THREAD_ENDED' };
const IDLE_MS = 1_000;
/** How long a thread has to answer what was cancelled. */
const CANCELLING_MS = 2_000;

const clock = perTest(() => createFixedClock(0));

function openPool(size: number, idleMs: number = IDLE_MS): ThreadPool<Request, unknown> {
  const pool = createThreadPool<null, Request, unknown>({ script: SCRIPT, data: null, size, idleMs, clock });
  onTestFinished(pool.end);
  return pool;
}

describe('a pool of threads', () => {
  it('answers one request after the other in one thread', async () => {
    const pool = openPool(2);
    const first = await pool.ask('id');
    expect([await pool.ask('id'), await pool.ask('id')]).toEqual([first, first]);
  });

  it('has a thread for each request at once, and no more than it may', async () => {
    const pool = openPool(2);
    const ids = await Promise.all([pool.ask('id'), pool.ask('id'), pool.ask('id'), pool.ask('id')]);
    expect(new Set(ids).size).toBe(2);
  });

  it('ends a thread that nobody asked for so long, and starts another one', async () => {
    const pool = openPool(1);
    const first = await pool.ask('id');
    clock.advance(IDLE_MS - 1);
    expect(await pool.ask('id')).toBe(first);
    clock.advance(IDLE_MS);
    expect(await pool.ask('id')).not.toBe(first);
  });

  it('ends none that owes an answer', async () => {
    const pool = openPool(1);
    const first = await pool.ask('id');
    const controller = new AbortController();
    const waiting = pool.ask('wanted', { signal: controller.signal });
    clock.advance(IDLE_MS);
    controller.abort();
    expect(await waiting).toBe('not wanted');
    expect(await pool.ask('id')).toBe(first);
  });

  it.each(['exit', 'crash'] as const)('starts another thread in the place of one that was lost (%s)', async (fate) => {
    const pool = openPool(1);
    const first = await pool.ask('id');
    await expect(pool.ask(fate)).rejects.toMatchObject(GONE);
    expect(await pool.ask('id')).not.toBe(first);
  });

  it('tells a thread what nobody wants any more, also of what nobody wants from the start, and keeps it', async () => {
    const pool = openPool(1, 2 * CANCELLING_MS);
    const first = await pool.ask('id');
    const controller = new AbortController();
    const waiting = pool.ask('wanted', { signal: controller.signal });
    controller.abort();
    expect(await waiting).toBe('not wanted');
    expect(await pool.ask('wanted', { signal: AbortSignal.abort() })).toBe('not wanted');
    clock.advance(CANCELLING_MS);
    expect(await pool.ask('id')).toBe(first);
  });

  it.each(['never', 'loop'] as const)('ends one that does not listen (%s)', async (busy) => {
    const pool = openPool(1);
    const controller = new AbortController();
    const asked = expect(pool.ask(busy, { signal: controller.signal })).rejects.toMatchObject(GONE);
    controller.abort();
    clock.advance(CANCELLING_MS);
    await asked;
    expect(await pool.ask('later')).toBe('later');
  });

  it('takes nothing once it was ended, and rejects what is under way', async () => {
    const pool = openPool(2);
    const asked = expect(pool.ask('never')).rejects.toMatchObject(GONE);
    await pool.end();
    await asked;
    await expect(pool.ask('id')).rejects.toMatchObject(GONE);
  });
});
