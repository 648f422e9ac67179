import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { ConfigError } from '../../../electron/config/config.ts';
import { failureOfStart } from '../../../electron/startup/failure-report.ts';

describe('failureOfStart', () => {
  it('tells a sentence that was meant for a person as it is', async () => {
    expect(await failureOfStart(new StartError('The port is taken.'), true)).toEqual({
      lines: ['The port is taken.'],
      exitStatus: 1,
    });
    expect((await failureOfStart(new ConfigError('Unknown option.'), true)).exitStatus).toBe(2);
  });

  it.each(['EACCES', 'EEXIST', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EROFS', 'ERR_FS_EISDIR'])(
    'tells %s as trouble with a file, in one sentence',
    async (code) => {
      const error = Object.assign(new Error(`${code}: open '/data/x'`), { code });
      const { lines, exitStatus } = await failureOfStart(error, true);
      expect([lines.length, exitStatus]).toEqual([1, 1]);
      expect(lines[0]).toContain(`(${code}: open '/data/x')`);
      expect(lines[0]).toContain('--data-dir');
    },
  );

  it('tells all of a mistake of our own', async () => {
    const { lines, exitStatus } = await failureOfStart(new TypeError('x is undefined'), true);
    expect(exitStatus).toBe(1);
    expect(lines.join('\n')).toContain('mistake in itself');
    expect(lines.join('\n')).toContain('failure-of-start.test.ts');
  });
});
