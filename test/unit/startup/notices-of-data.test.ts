import { describe, expect, it } from 'vitest';
import { createDataNotices } from '../../../electron/startup/recovery.ts';

const CARE = { recovery: null, backupProblem: null, backups: '/data/backups' };

describe('createDataNotices', () => {
  it('returns no notice if all is well', () => {
    expect(createDataNotices(CARE)).toEqual([]);
  });

  it('says what was restored and where the damaged files are', () => {
    const backup = { madeAt: '2026-11-21T12:00:00.000Z' };
    expect(createDataNotices({ ...CARE, recovery: { setAside: '/data/damaged/1', backup } })).toEqual([
      { kind: 'backup-put-back', path: '/data/damaged/1', ...backup },
    ]);
    expect(createDataNotices({ ...CARE, recovery: { setAside: '/data/damaged/1', backup: null } })).toEqual([
      { kind: 'begun-empty', path: '/data/damaged/1' },
    ]);
  });

  it('says why there is no backup', () => {
    expect(createDataNotices({ ...CARE, backupProblem: 'damaged' })).toEqual([
      { kind: 'backup-damaged', path: '/data/backups' },
    ]);
  });
});
