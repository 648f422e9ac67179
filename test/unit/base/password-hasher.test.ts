import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';

describe('createPasswordHasher', () => {
  const hasher = cheapHasher;

  it('accepts the password that was hashed and no other', async () => {
    const stored = await hasher.hash('correct horse é');

    expect(await hasher.verify('correct horse é', stored)).toBe(true);
    expect(await hasher.verify('correct horse e', stored)).toBe(false);
    expect(await hasher.verify('', stored)).toBe(false);
  });

  it('uses a salt: the same password has a different hash each time', async () => {
    expect(await hasher.hash('x')).not.toBe(await hasher.hash('x'));
  });

  it('reads the cost from the stored text, so that a higher cost does not lock out older users', async () => {
    const stored = await createPasswordHasher({ cost: { N: 4, r: 1, p: 1 } }).hash('x');

    expect(stored).toMatch(/^scrypt\$4\$1\$1\$/);
    expect(await hasher.verify('x', stored)).toBe(true);
  });

  it.each([
    [{ N: 4, r: 1, p: 1 }, true],
    [{ N: 16, r: 8, p: 1 }, false],
    [{ N: 32, r: 8, p: 1 }, false],
  ])('reports whether a hash of the cost %j is outdated: %s', async (cost, isOutdated) => {
    const today = createPasswordHasher({ cost: { N: 16, r: 8, p: 1 } });
    const stored = await createPasswordHasher({ cost }).hash('x');
    expect(today.isOutdated(stored)).toBe(isOutdated);
  });

  it('hashes at most two passwords at a time, because each needs memory', async () => {
    const dear = createPasswordHasher({ cost: { N: 2 ** 14, r: 8, p: 1 } });
    const stored = await cheapHasher.hash('x');
    const ended: string[] = [];
    const note = (what: string) => () => void ended.push(what);

    await Promise.all([
      dear.hash('x').then(note('dear')),
      dear.hash('x').then(note('dear')),
      dear.verify('x', stored).then(note('cheap')),
    ]);

    expect(ended[0]).toBe('dear');
  });

  it('hashes at the cost that OWASP recommends by default', async () => {
    const careful = createPasswordHasher();
    const stored = await careful.hash('x');

    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('rejects a user that does not exist', async () => {
    expect(await hasher.verifyAgainstNothing('x')).toBe(false);
  });

  it('refuses a stored text of another format', async () => {
    await expect(hasher.verify('x', 'plain password')).rejects.toThrow('scrypt$N$r$p$salt$hash');
  });
});
