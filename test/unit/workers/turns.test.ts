import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../electron/workers/threaded-exporter.ts';

const CANCELLED = { name: 'ExportError', code: 'cancelled' };

describe('createTurns', () => {
  it.each(['before it comes', 'while it waits'])('lets who is cancelled go at once: %s', async (moment) => {
    const inTurn = createTurns(1);
    const first = Promise.withResolvers<string>();
    const busy = inTurn(new AbortController().signal, () => first.promise);
    const controller = new AbortController();
    if (moment === 'before it comes') controller.abort();

    const run = inTurn(controller.signal, async () => 'never');
    controller.abort();

    await expect(run).rejects.toMatchObject(CANCELLED);
    first.resolve('done');
    expect(await busy).toBe('done');
  });
});
