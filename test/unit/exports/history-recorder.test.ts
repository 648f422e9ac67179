import { describe, expect, it } from 'vitest';
import type { MadeExport } from '../../../electron/exports/export-history.ts';
import { createHistoryRecorder } from '../../../electron/exports/recorded-exports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { EXPORTED } from '../bridge/bridge-double.ts';
import { recordedLog } from '../session/recorded-log.ts';

const { manifest, path } = EXPORTED;
const MADE: MadeExport = { accountId: 1, userId: 2, manifest, path, snapshot: 'a.jsonl.gz' };
const BUSY = new Error('database is locked');

/** A recorder over a history that is locked for as long as `isLocked` says so. */
function recorderOver(history: { isLocked: boolean }, answersWithinMs: number | null = 2_000) {
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const log = recordedLog();
  const done: string[] = [];
  const add = async () => {
    done.push('tried');
    if (history.isLocked) throw BUSY;
    done.push('written');
    return 7;
  };
  const onLost = async () => void done.push('lost');
  const recorder = createHistoryRecorder({ history: { add }, clock, log, answersWithinMs, onLost });
  /** Lets the time pass in steps in which all that falls due is done. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 0.5) {
      clock.advance(500);
      await new Promise(setImmediate);
    }
  };
  return { recorder, pass, done, log };
}

describe('createHistoryRecorder', () => {
  it('answers the id', async () => {
    expect(await recorderOver({ isLocked: false }).recorder.record(MADE)).toBe(7);
  });

  it('tries again, and answers the id where that succeeds within two seconds', async () => {
    const history = { isLocked: true };
    const { recorder, pass, done } = recorderOver(history);
    const id = recorder.record(MADE);
    await new Promise(setImmediate);
    history.isLocked = false;

    await pass(0.5);

    expect(await id).toBe(7);
    expect(done).toEqual(['tried', 'tried', 'written']);
  });

  it('answers null after two seconds, and writes it later all the same', async () => {
    const history = { isLocked: true };
    const { recorder, pass, done } = recorderOver(history);
    const id = recorder.record(MADE);
    await pass(2);
    expect(await id).toBeNull();
    expect(done).not.toContain('written');
    history.isLocked = false;

    await pass(5);

    expect(done.at(-1)).toBe('written');
  });

  it('gives up after half a minute, and says so', async () => {
    const { recorder, pass, done, log } = recorderOver({ isLocked: true }, null);
    const id = recorder.record(MADE);
    await pass(29.5);
    expect(done).not.toContain('lost');

    await pass(1);

    expect(await id).toBeNull();
    expect(done).toEqual([...Array.from({ length: 6 }, () => 'tried'), 'lost']);
    expect(log.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'an export was saved, but is not in the history',
      fields: { err: BUSY, path },
    });
  });

  it.each([
    [false, 'written'],
    [true, 'lost'],
  ])('tries once more when the program ends (still locked: %s)', async (isStillLocked, end) => {
    const history = { isLocked: true };
    const { recorder, done } = recorderOver(history);
    void recorder.record(MADE);
    await new Promise(setImmediate);
    history.isLocked = isStillLocked;

    await recorder.close();

    expect(done).toEqual(['tried', 'tried', end]);
  });
});
