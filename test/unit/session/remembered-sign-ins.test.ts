import { describe, expect, it } from 'vitest';
import type { CredentialVault } from '../../../electron/session/credential-vault.ts';
import { createRememberedSignIns, MAX_REMEMBERED } from '../../../electron/session/remembered-sign-ins.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { recordedLog } from './recorded-log.ts';
import { CREDENTIALS } from './service-double.ts';
import { standingClock } from './standing-clock.ts';
import { storedSignIn, vaultWith } from './stored-session.ts';

function rememberedIn(vault: CredentialVault = createMemoryVault()) {
  const clock = standingClock();
  const log = recordedLog();
  return { vault, clock, log, remembered: createRememberedSignIns(vault, clock, log) };
}

describe('createRememberedSignIns', () => {
  it('lists the last used first, in whatever order the vault has them', async () => {
    const { vault, remembered } = rememberedIn();
    await vault.write([storedSignIn({ id: 'old', lastUsedAt: 1 }), storedSignIn({ id: 'new', lastUsedAt: 2 })]);

    await remembered.read();

    expect(remembered.list().map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it('remembers a person once, with the same id, in whatever case the address is typed', async () => {
    const { remembered } = rememberedIn();
    await remembered.remember(CREDENTIALS, 'Olga');
    const [first] = remembered.list();

    await remembered.remember({ ...CREDENTIALS, email: 'OLGA@alpha.example', password: 'newer' }, 'Olga B.');

    expect(remembered.list()).toEqual([{ ...first, email: 'OLGA@alpha.example', password: 'newer', name: 'Olga B.' }]);
  });

  it.each([
    ['another platform', { platform: 'https://till.example' }],
    ['another account', { account: 'beta' }],
    ['another address', { email: 'pia@alpha.example' }],
  ])('distinguishes %s', async (_what, changes) => {
    const { remembered } = rememberedIn();
    await remembered.remember(CREDENTIALS, 'Olga');
    await remembered.remember({ ...CREDENTIALS, ...changes }, 'Olga');

    expect(remembered.list()).toHaveLength(2);
    await remembered.forgetPassword({ ...CREDENTIALS, ...changes });
    expect(remembered.list().map(({ password }) => password)).toEqual([null, CREDENTIALS.password]);
  });

  it('keeps 20 and removes the one used longest ago', async () => {
    const { remembered, vault } = rememberedIn();
    for (let index = 0; index <= MAX_REMEMBERED; index += 1) {
      await remembered.remember({ ...CREDENTIALS, account: `a${index}` }, 'Olga');
    }

    expect(remembered.list()).toHaveLength(20);
    expect(remembered.list()[0]).toMatchObject({ account: 'a20' });
    expect((await vault.read()).some(({ account }) => account === 'a0')).toBe(false);
  });

  it('lists at most 20 of a vault with more', async () => {
    const signIns = Array.from({ length: 25 }, (_, at) =>
      storedSignIn({ id: `id-${at}`, account: `a${at}`, lastUsedAt: at }),
    );
    const { remembered } = rememberedIn(await vaultWith(...signIns));

    await remembered.read();

    expect(remembered.list()).toHaveLength(MAX_REMEMBERED);
    expect(remembered.list()[0]).toMatchObject({ account: 'a24' });
  });

  it('has no password after a sign-out that overtakes a write of the vault', async () => {
    const { vault, finishWriting } = slowVault();
    const { remembered } = rememberedIn(vault);

    const done = Promise.all([remembered.remember(CREDENTIALS, 'Olga'), remembered.forgetPassword(CREDENTIALS)]);
    finishWriting();
    await done;

    expect(await vault.read()).toMatchObject([{ password: null }]);
    expect(remembered.list()).toMatchObject([{ password: null }]);
  });

  it('reports to a user who forgets a sign-in that the vault failed, and no longer lists it', async () => {
    const vault = {
      ...createMemoryVault(),
      write: () => Promise.reject(new Error('the key ring is locked')),
    };
    const { remembered } = rememberedIn({ ...vault, read: async () => [storedSignIn()] });
    await remembered.read();

    await expect(remembered.forget('one')).rejects.toThrow('the key ring is locked');

    expect(remembered.list()).toEqual([]);
  });

  it('lists as not remembered what is missing in the vault', async () => {
    const { remembered, log } = rememberedIn({
      ...createMemoryVault(),
      write: () => Promise.reject(new Error('the key ring is locked')),
    });

    await remembered.remember(CREDENTIALS, 'Olga');

    expect(remembered.list()).toEqual([]);
    expect(log.text()).toContain('the key ring is locked');
  });
});

function slowVault() {
  const vault = createMemoryVault();
  const { promise, resolve: finishWriting } = Promise.withResolvers<void>();
  const slow: CredentialVault = {
    ...vault,
    write: (signIns) => promise.then(() => vault.write(signIns)),
  };
  return { vault: slow, finishWriting };
}
