import { createApiClient } from '../../../electron/api-client/api-client.ts';
import type { CredentialVault, StoredSignIn } from '../../../electron/session/credential-vault.ts';
import { createSessionKeeper } from '../../../electron/session/session-keeper.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { recordedLog } from './recorded-log.ts';
import { CREDENTIALS, serviceDouble } from './service-double.ts';
import { standingClock } from './standing-clock.ts';

/** Creates a keeper over the service double, with nobody signed in. */
export function keeperAtRest(vault: CredentialVault = createMemoryVault()) {
  const clock = standingClock();
  const service = serviceDouble(clock);
  const log = recordedLog();
  const { transport } = service;
  const client = createApiClient({ baseAddress: 'http://127.0.0.1:4870', clock, transport });
  const revoke = async (token: string) => void service.revoked.push(token);
  const keeper = createSessionKeeper({ client, clock, vault, log, revoke });
  return { clock, service, log, vault, keeper };
}

/** The same with a signed-in user. The calls of that sign-in are not recorded. */
export async function storedSession(remember = false) {
  const kept = keeperAtRest();
  await kept.keeper.signIn(CREDENTIALS, remember);
  kept.service.calls.length = 0;
  return kept;
}

export function storedSignIn(changes: Partial<StoredSignIn> = {}): StoredSignIn {
  return { ...CREDENTIALS, id: 'one', name: 'Olga', lastUsedAt: 1, ...changes };
}

export async function vaultWith(...signIns: StoredSignIn[]): Promise<CredentialVault> {
  const vault = createMemoryVault();
  await vault.write(signIns);
  return vault;
}

export const LIST_SHOPS = { method: 'GET', path: '/api/shops' };
