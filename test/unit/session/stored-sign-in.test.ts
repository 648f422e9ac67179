import { describe, expect, it } from 'vitest';
import { MAX_STORED_NAME_LENGTH, readStoredSignIns } from '../../../electron/session/credential-vault.ts';
import { createRememberedSignIns } from '../../../electron/session/remembered-sign-ins.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { recordedLog } from './recorded-log.ts';
import { CREDENTIALS } from './service-double.ts';
import { standingClock } from './standing-clock.ts';
import { storedSignIn } from './stored-session.ts';

describe('a platform that returns a very long user name', () => {
  it('does not displace any other sign-in', () => {
    const odd = storedSignIn({ id: 'odd', name: 'a'.repeat(MAX_STORED_NAME_LENGTH + 1) });
    expect(readStoredSignIns([odd, storedSignIn({ id: 'good' })])?.map(({ id }) => id)).toEqual(['good']);
  });

  it('has the name shortened, so that it can be read again', async () => {
    const vault = createMemoryVault();
    const remembered = createRememberedSignIns(vault, standingClock(), recordedLog());
    await remembered.remember(CREDENTIALS, 'a'.repeat(100_000));
    expect(readStoredSignIns(await vault.read())).toHaveLength(1);
  });
});

describe('readStoredSignIns', () => {
  it('reads an empty list, and nothing from a file without a valid sign-in', () => {
    expect(readStoredSignIns([])).toEqual([]);
    expect(readStoredSignIns([{ id: 'odd' }])).toBeNull();
    expect(readStoredSignIns('list')).toBeNull();
  });
});
