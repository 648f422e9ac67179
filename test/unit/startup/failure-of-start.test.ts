import { describe, expect, it } from 'vitest';
import { CommandError, StartError, TemporaryStartError } from '../../../electron/base/errors.ts';
import { ConfigError } from '../../../electron/config/config.ts';
import { describeCommandFailure, describeStartFailure } from '../../../electron/startup/failure-report.ts';
import { RecoveryDeclined } from '../../../electron/startup/recovery.ts';
import { PortDeclined } from '../../../electron/startup/taken-port.ts';

describe('a platform name with terminal escape sequences', () => {
  const hostile = 'No ledger for "Pin\u001b]52;c;ZWNobw==\u0007\u202e".';
  const harmless = 'No ledger for "Pin?]52;c;ZWNobw==??".';

  it('is printed without them by a command and at start', async () => {
    expect(describeCommandFailure(new CommandError(hostile)).lines).toEqual([harmless]);
    expect(describeCommandFailure(new StartError(hostile)).lines).toEqual([harmless]);
    expect((await describeStartFailure(new ConfigError(hostile), true)).lines).toEqual([harmless]);
  });

  it('is printed without them in a stack trace, line by line', () => {
    const { lines } = describeCommandFailure(new TypeError(hostile));
    expect(lines.join('\n')).toContain(harmless);
    expect(lines.join('\n')).toMatch(/\n +at /);
  });
});

describe('describeStartFailure', () => {
  it('shows a sentence for the user unchanged, and exits with 1 only if another start may succeed', async () => {
    expect(await describeStartFailure(new TemporaryStartError('The port is taken.'), true)).toEqual({
      lines: ['The port is taken.'],
      exitStatus: 1,
    });
    expect((await describeStartFailure(new StartError('The certificate expired.'), true)).exitStatus).toBe(2);
    expect(describeCommandFailure(new StartError('The certificate expired.')).exitStatus).toBe(1);
    expect((await describeStartFailure(new ConfigError('Unknown option.'), true)).exitStatus).toBe(2);
  });

  it.each([
    ['leaves damaged data as they are', new RecoveryDeclined('The file is damaged.')],
    ['quits because the port is taken', new PortDeclined('Port 4870 is taken.')],
  ])('exits with status 0 for a user who %s: nothing else is started instead', async (_, declined) => {
    expect((await describeStartFailure(declined, true)).exitStatus).toBe(0);
  });

  it.each(['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EROFS', 'ERR_FS_EISDIR'])(
    'reports %s as a problem with a file, in one sentence',
    async (code) => {
      const error = Object.assign(new Error(`${code}: open '/data/x'`), { code });
      const { lines, exitStatus } = await describeStartFailure(error, true);
      expect([lines.length, exitStatus]).toEqual([1, ['EDQUOT', 'ENOSPC'].includes(code) ? 1 : 2]);
      expect(lines[0]).toContain(`(${code}: open '/data/x')`);
      expect(lines[0]).toContain('--data-dir');
    },
  );

  it('shows all of a programming error', async () => {
    const { lines, exitStatus } = await describeStartFailure(new TypeError('x is undefined'), true);
    expect(exitStatus).toBe(1);
    expect(lines.join('\n')).toContain('internal error');
    expect(lines.join('\n')).toContain('failure-of-start.test.ts');
  });
});
