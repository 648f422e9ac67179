import { createApiKeys } from '../../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';

export interface Stranger {
  readonly name: string;
  /** What they show; undefined for nothing. */
  readonly secret: string | undefined;
}

const TOKEN_LIFETIME_MS = 1_800_000;

/**
 * Everybody who is nobody: secrets that never were, that have run out, that were taken back, and those of a user
 * who has been switched off. Moves the clock on.
 */
export async function makeStrangers({ service, store, askers }: GuardedShop): Promise<Stranger[]> {
  const [owner, gone] = [askerWith(askers, 'owner of alpha'), askerWith(askers, 'owner of beta')];
  const keys = createApiKeys({
    keys: createApiKeysRepository(store.db),
    platform: { identify: async () => null },
    clock: service.clock,
  });
  const reference = { accountId: owner.account, userId: owner.user };
  const brief = await keys.create(reference, { name: 'brief', expiresAt: service.clock.now() + 1_000 });
  const revoked = await keys.create(reference, { name: 'revoked', expiresAt: null });
  const lasting = await keys.create(reference, { name: 'lasting', expiresAt: null });
  await keys.revoke(reference, revoked.record.id);
  // Both have been used, so that whatever remembers them does.
  for (const { secret } of [owner, gone]) await service.send('GET', '/api/me', { token: secret });
  service.clock.advance(TOKEN_LIFETIME_MS);
  await store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', gone.user).execute();

  return [
    { name: 'without a token', secret: undefined },
    { name: 'with a token that never was', secret: 'A'.repeat(43) },
    { name: 'with a key that never was', secret: `tdk_${'0'.repeat(36)}` },
    { name: 'with a token that has run out', secret: owner.secret },
    { name: 'with a key that has run out', secret: brief.key },
    { name: 'with a key that was taken back', secret: revoked.key },
    { name: 'with a mistyped key', secret: mistyped(lasting.key) },
    { name: 'with the key of a user who is switched off', secret: keyOf(askers, gone) },
  ];
}

function askerWith(askers: readonly SignedInAsker[], name: string): SignedInAsker {
  const found = askers.find((asker) => asker.name === name && asker.by === 'token');
  if (!found) throw new Error(`nobody is the ${name}`);
  return found;
}

function keyOf(askers: readonly SignedInAsker[], { user }: SignedInAsker): string | undefined {
  return askers.find((asker) => asker.user === user && asker.by === 'api key')?.secret;
}

function mistyped(key: string): string {
  return key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);
}
