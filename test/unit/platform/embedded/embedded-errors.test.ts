import { describe, expect, it } from 'vitest';
import { translateFailures } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { StoreError } from '../../../../electron/store/store-error.ts';

const failureOf = (thrown: unknown) => translateFailures(() => Promise.reject(thrown)).catch((error: unknown) => error);

describe('translateFailures', () => {
  it.each([
    ['an error of SQLite', Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })],
    ['a store whose thread is gone', new StoreError('unavailable', 'The thread of the store is gone.')],
  ])('reports %s as a platform that is unavailable', async (_, cause) => {
    const failure = await failureOf(cause);
    expect(failure).toMatchObject({ name: 'PlatformError', code: 'unavailable', cause });
    expect(failure).not.toMatchObject({ message: expect.stringContaining(cause.message) });
  });

  it('leaves a mistake of ours unchanged', async () => {
    const fault = new TypeError('not a value that the store holds');
    expect(await failureOf(fault)).toBe(fault);
  });

  it('returns what the call returns', async () => {
    expect(await translateFailures(async () => 7)).toBe(7);
  });
});
