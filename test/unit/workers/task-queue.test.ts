import { describe, expect, it } from 'vitest';
import { createTaskQueue } from '../../../electron/workers/threaded-exporter.ts';

const CANCELLED = { name: 'ExportError', code: 'cancelled' };

describe('createTaskQueue', () => {
  it.each(['before it comes', 'while it waits'])('lets who is cancelled go at once: %s', async (moment) => {
    const inQueue = createTaskQueue(1);
    const first = Promise.withResolvers<string>();
    const busy = inQueue(new AbortController().signal, () => first.promise);
    const controller = new AbortController();
    if (moment === 'before it comes') controller.abort();

    const run = inQueue(controller.signal, async () => 'never');
    controller.abort();

    await expect(run).rejects.toMatchObject(CANCELLED);
    first.resolve('done');
    expect(await busy).toBe('done');
  });
});
