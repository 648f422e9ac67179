import { describe, expect, it } from 'vitest';
import { renameFile, renameFileSync } from '../../../electron/base/rename-file.ts';

/** A disk that fails to rename `times` times with `code`. */
function lockedDisk(times: number, code: string, platform: NodeJS.Platform = 'win32') {
  const seen = { renames: 0, pausedMs: 0 };
  const rename = () => {
    seen.renames += 1;
    if (seen.renames <= times) throw Object.assign(new Error(`${code}: rename`), { code });
  };
  const pause = (ms: number) => {
    seen.pausedMs += ms;
  };
  return { seen, deps: { platform, rename, pause } };
}

const WAYS = {
  async: (deps: ReturnType<typeof lockedDisk>['deps']) =>
    renameFile('draft', 'file', {
      platform: deps.platform,
      rename: async () => deps.rename(),
      pause: async (ms) => deps.pause(ms),
    }),
  sync: async (deps: ReturnType<typeof lockedDisk>['deps']) => renameFileSync('draft', 'file', deps),
};

describe.each(['async', 'sync'] as const)('a rename on Windows (%s)', (way) => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is retried while another program has the file open (%s)', async (code) => {
    const { seen, deps } = lockedDisk(3, code);
    await WAYS[way](deps);
    expect(seen.renames).toBe(4);
  });

  it('fails after a second with the error of the system', async () => {
    const { seen, deps } = lockedDisk(Number.POSITIVE_INFINITY, 'EBUSY');
    await expect(WAYS[way](deps)).rejects.toThrow('EBUSY: rename');
    expect(seen.pausedMs).toBe(1_000);
  });

  it('fails at once for any other reason, and on any other system', async () => {
    for (const { seen, deps } of [lockedDisk(1, 'ENOSPC'), lockedDisk(1, 'EACCES', 'linux')]) {
      await expect(WAYS[way](deps)).rejects.toThrow('rename');
      expect(seen).toEqual({ renames: 1, pausedMs: 0 });
    }
  });
});
