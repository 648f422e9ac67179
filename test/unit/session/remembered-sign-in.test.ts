import { describe, expect, it } from 'vitest';
import type { CredentialVault } from '../../../electron/session/credential-vault.ts';
import { createMemoryVault } from '../../../electron/session/memory-vault.ts';
import { createRememberedSignIn } from '../../../electron/session/remembered-sign-in.ts';
import { recordedLog } from './recorded-log.ts';

const CREDENTIALS = { account: 'demo', email: 'eva@demo.example', password: 'canary' };

describe('createRememberedSignIn', () => {
  it('holds nothing after a sign-out that overtakes the vault still writing', async () => {
    const { vault, finishWriting } = slowVault();
    const remembered = createRememberedSignIn(vault, recordedLog());

    const done = Promise.all([remembered.remember(CREDENTIALS), remembered.forget()]);
    finishWriting();
    await done;

    expect(await vault.read()).toBeNull();
    expect(remembered.isHeld()).toBe(false);
  });
});

function slowVault() {
  const vault = createMemoryVault();
  const { promise, resolve: finishWriting } = Promise.withResolvers<void>();
  const slow: CredentialVault = {
    ...vault,
    write: (credentials) => promise.then(() => vault.write(credentials)),
  };
  return { vault: slow, finishWriting };
}
