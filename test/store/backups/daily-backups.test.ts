import { describe, expect, it, vi } from 'vitest';
import type { Backup } from '../../../electron/store/backups/backup-directory.ts';
import { type DailyBackupsDeps, startDailyBackups } from '../../../electron/store/backups/make-backup.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

const HOUR_MS = 60 * 60 * 1_000;
const NOW = '2026-11-21T12:00:00.000Z';
const BACKUP: Backup = {
  ...{ reason: 'daily', madeAt: NOW, program: '0.1.0', schema: '0009-preferences' },
  ...{ bytes: 1, sha256: '0'.repeat(64), file: '/data/backups/daily.sqlite' },
};

function begin(given: Partial<DailyBackupsDeps> = {}) {
  const clock = createFixedClock(NOW);
  const make = vi.fn<DailyBackupsDeps['make']>(async () => ({ kind: 'made', backup: BACKUP }));
  const log = { info: vi.fn(), error: vi.fn() };
  const backups = startDailyBackups({ ...{ clock, make, log, newest: () => null, isStoreNew: false, ...given } });
  return { clock, make, log, backups };
}

describe('startDailyBackups', () => {
  it('makes a backup some minutes after the start, and then one each day', () => {
    const { clock, make } = begin();
    clock.advance(4 * 60_000);
    expect(make).toHaveBeenCalledTimes(0);
    clock.advance(60_000);
    expect(make).toHaveBeenCalledTimes(1);
    clock.advance(72 * HOUR_MS);
    expect(make).toHaveBeenCalledTimes(4);
  });

  it('waits until the newest backup is a day old', () => {
    const { clock, make } = begin({ newest: () => ({ ...BACKUP, madeAt: '2026-11-21T02:00:00.000Z' }) });
    clock.advance(14 * HOUR_MS - 1);
    expect(make).toHaveBeenCalledTimes(0);
    clock.advance(1);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('waits at most a day, even if a wrong clock dated the newest backup later', () => {
    const { clock, make } = begin({ newest: () => ({ ...BACKUP, madeAt: '2036-01-01T00:00:00.000Z' }) });
    clock.advance(24 * HOUR_MS);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('waits a day after a store is created', () => {
    const { clock, make } = begin({ isStoreNew: true });
    clock.advance(24 * HOUR_MS - 1);
    expect(make).toHaveBeenCalledTimes(0);
    clock.advance(1);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('reports a problem until a backup succeeds', async () => {
    const outcomes: DailyBackupsDeps['make'][] = [
      async () => ({ kind: 'damaged', findings: ['page 7 is never used'] }),
      async () => ({ kind: 'no-space', neededBytes: 2, freeBytes: 1 }),
      () => Promise.reject(new Error('EIO')),
      async () => ({ kind: 'made', backup: BACKUP }),
    ];
    const { clock, backups, log } = begin({ make: () => outcomes.shift()?.() ?? Promise.reject() });
    for (const problem of ['damaged', 'no-space', 'failed', null]) {
      clock.advance(24 * HOUR_MS);
      await waitFor(() => expect(backups.problem).toBe(problem));
    }
    expect(log.error).toHaveBeenCalledTimes(3);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('makes none after it was stopped', () => {
    const { clock, make, backups } = begin();
    backups.stop();
    clock.advance(48 * HOUR_MS);
    expect(make).toHaveBeenCalledTimes(0);
  });
});
