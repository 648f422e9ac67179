import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPlatformKey } from '../../../electron/cli/remote-key-user.ts';

const piped = (...chunks: string[]) => Readable.from(chunks);

describe('the key of another deployment', () => {
  it('is read from a variable, which does not appear in the list of processes', async () => {
    expect(await readPlatformKey({ TILLDESK_PLATFORM_KEY: 'tdk_there' }, piped('tdk_other'))).toBe('tdk_there');
  });

  it('is read from standard input if there is no variable', async () => {
    expect(await readPlatformKey({}, piped('tdk_', 'there\n'))).toBe('tdk_there');
  });

  it.each([{}, { TILLDESK_PLATFORM_KEY: '' }])('is asked for if it is missing: %o', async (env) => {
    await expect(readPlatformKey(env, piped('\n'))).rejects.toThrow(
      'put that key in the variable TILLDESK_PLATFORM_KEY',
    );
  });

  it('cannot be typed in a terminal, where others see it', async () => {
    const terminal = Object.assign(piped('tdk_there'), { isTTY: true });
    await expect(readPlatformKey({}, terminal)).rejects.toThrow('or pipe it in');
  });

  it('is read up to a maximum length only', async () => {
    await expect(readPlatformKey({}, piped('x'.repeat(5_000)))).rejects.toThrow('too long');
  });
});
