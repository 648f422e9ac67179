import { describe, expect, it } from 'vitest';
import { createRunningExports } from '../../../electron/bridge/export-calls.ts';
import { EXPORTED } from './bridge-double.ts';

const OWNER = { accountId: 1, userId: 7 };
const { request } = EXPORTED.manifest;

/** Creates two exports of one owner: one in progress and one that has ended. */
function twoExports() {
  const running = createRunningExports(() => 0);
  const run = running.begin(OWNER, 'a', request);
  run.onProgress({ phase: 'reading', rows: 1, total: 2 });
  const { id, manifest, path } = EXPORTED;
  running.begin(OWNER, 'b', request).end({ kind: 'done', file: { id, manifest, path, download: null } });
  return { running, run };
}

describe('createRunningExports', () => {
  it('is idle once the last one has ended', async () => {
    const { running, run } = twoExports();
    expect(running.isIdle).toBe(false);
    const idle = running.untilIdle();
    run.end(null);
    await idle;
    expect(running.isIdle).toBe(true);
    await running.untilIdle();
  });

  it.each([
    ['the user of another account with the same number', { ...OWNER, accountId: 2 }],
    ['another of the account', { ...OWNER, userId: 8 }],
  ])('hides the exports of their owner from %s, and cancels them when that user signs in', (_who, other) => {
    const { running, run } = twoExports();

    expect(running.status(other)).toEqual({ running: [], ended: [] });
    running.cancel(other, 'a');
    expect(run.signal.aborted).toBe(false);
    expect(() => running.begin(other, 'a', request)).not.toThrow();
    running.keepOnly(other);

    expect(run.signal.aborted).toBe(true);
  });

  it('continues them if their owner signs in again', () => {
    const { running, run } = twoExports();

    running.keepOnly(OWNER);

    expect(run.signal.aborted).toBe(false);
    const { running: under, ended } = running.status(OWNER);
    expect([...under, ...ended].map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
