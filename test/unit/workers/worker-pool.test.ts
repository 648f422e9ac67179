import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type RunOptions, type WorkerPool } from '../../../electron/workers/worker-pool.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { openPerTest } from '../../support/test-scope.ts';
import type { Request } from './answering-task.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const POOL = here('../../../electron/workers/worker-pool.ts');
const CLOCK = here('../../../electron/base/clock.ts');
const TASK = here('./answering-task.ts');
const WORKER_ENDED = { name: 'WorkerError', code: 'ERR_WORKER_ENDED' };
/** The time that a task has to react to a cancellation. */
const CANCELLING_MS = 2_000;

const clock = openPerTest(() => createFixedClock(0));

describe('a pool of workers', { timeout: 30_000 }, () => {
  let file: string;
  let pool: WorkerPool;

  beforeEach(() => {
    file = join(createTemporaryFolder(), 'store.sqlite');
    pool = createWorkerPool({ data: { file }, clock });
    return () => pool.close();
  });

  const run = (request: Request, options?: RunOptions<number>): Promise<unknown> =>
    pool.run<Request, unknown, number>(TASK, request, options);

  it('gives each worker its data', async () => {
    expect(await run('data')).toEqual({ file });
  });

  it('runs one task after the other in one worker', async () => {
    const first = await run('id');
    expect([await run('id'), await run('id')]).toEqual([first, first]);
  });

  it('runs tasks at the same time in four workers, and no more', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => run('id')));
    expect(new Set(ids).size).toBeLessThanOrEqual(4);
    const controller = new AbortController();
    const waiting = [1, 2, 3].map(() => run('until cancelled', { signal: controller.signal }));
    expect(await run('data')).toEqual({ file });
    controller.abort();
    expect(await Promise.all(waiting)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('reports progress in order and before the result, to any listener', async () => {
    const events: unknown[] = [];
    events.push(await run('steps', { onProgress: (step) => events.push(step) }));
    expect(events).toEqual([1, 2, 3, 'done']);
    expect(await run('steps')).toBe('done');
  });

  it('answers the questions of a task, or passes on why not', async () => {
    const answerQuestion = async (question: unknown) => `${question}: 3`;
    expect(await run('question', { answerQuestion })).toBe('how many: 3');
    const refusal = Object.assign(new Error('not now'), { name: 'Refusal', code: 'ERR_LATER' });
    const refused = await run('question', { answerQuestion: () => Promise.reject(refusal) });
    expect(refused).toEqual({ name: 'Refusal', code: 'ERR_LATER', message: 'not now' });
    expect(await run('question', { onProgress: () => {} })).toMatchObject({ name: 'TypeError' });
  });

  it('rejects with the error of the task, and keeps its worker', async () => {
    const first = await run('id');
    const failure = await run('fail').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toMatchObject({
      name: 'TypeError',
      message: 'no price',
      code: 'ERR_PRICE',
      cause: { message: 'no product' },
    });
    await expect(run('throw text')).rejects.toBe('only a text');
    expect(await run('id')).toBe(first);
  });

  it.each(['exit', 'crash'] as const)('replaces a worker that crashed: %s', async (fate) => {
    const first = await run('id');
    await expect(run(fate)).rejects.toMatchObject(WORKER_ENDED);
    expect(await run('id')).not.toBe(first);
  });

  it('rejects if there is no such task', async () => {
    await expect(pool.run(here('./nowhere.ts'), null)).rejects.toMatchObject(WORKER_ENDED);
  });

  it('lets a task react to its cancellation, even if it was cancelled from the start, and keeps its worker', async () => {
    const first = await run('id');
    const controller = new AbortController();
    const waiting = run('until cancelled', { signal: controller.signal });
    controller.abort();
    expect(await waiting).toBe('cancelled');
    expect(await run('until cancelled', { signal: AbortSignal.abort() })).toBe('cancelled');
    clock.advance(CANCELLING_MS);
    expect(await run('id')).toBe(first);
  });

  it.each(['never', 'loop'] as const)('ends a worker that ignores a cancellation: %s', async (busy) => {
    const first = await run('id');
    const controller = new AbortController();
    const cancelled = expect(run(busy, { signal: controller.signal })).rejects.toMatchObject(WORKER_ENDED);
    controller.abort();
    clock.advance(CANCELLING_MS);
    await cancelled;
    expect(await run('id')).not.toBe(first);
  });

  it.each(['never', 'loop'] as const)(
    'rejects tasks in progress when it closes, and any later ones: %s',
    async (busy) => {
      const rejected = expect(run(busy)).rejects.toMatchObject(WORKER_ENDED);
      await pool.close();
      await rejected;
      await expect(run('id')).rejects.toMatchObject(WORKER_ENDED);
    },
  );

  it.each(['runs', 'was cancelled'])('waits on close for the SQL statement of a task that %s', async (state) => {
    const controller = new AbortController();
    const locked = Promise.withResolvers<void>();
    const locking = run('lock', { signal: controller.signal, onProgress: () => locked.resolve() }).catch(() => null);
    await locked.promise;
    if (state === 'was cancelled') {
      controller.abort();
      clock.advance(CANCELLING_MS);
      await locking;
    }
    void pool.close();
    await pool.close();

    const connection = new DatabaseSync(file, { timeout: 0 });
    expect(() => connection.exec('begin immediate')).not.toThrow();
    connection.close();
  });

  it('keeps the process alive only while a task runs', () => {
    const program = join(createTemporaryFolder(), 'program.mjs');
    writeFileSync(
      program,
      `import { createWorkerPool } from ${JSON.stringify(POOL)};
      import { systemClock as clock } from ${JSON.stringify(CLOCK)};
      const pool = createWorkerPool({ data: null, clock });
      console.log(await pool.run(${JSON.stringify(TASK)}, 'steps'));`,
    );
    const { stdout, status } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 20_000 });
    expect([stdout, status]).toEqual(['done\n', 0]);
  });
});
