import { describe, expect, it } from 'vitest';
import { createApiKeyService, createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createTrustedProxies, OWN_COMPUTER } from '../../electron/service/security/exposure.ts';
import { createPeerThrottle } from '../../electron/service/security/sign-in-throttle.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { createSignInPeersRepository } from '../../electron/store/accounts/sign-in-attempts-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { openFixturePlatform } from '../support/fixture-platform.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { startService } from '../support/running-service.ts';
import { ACCOUNT, CREDENTIALS, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';
import { SECRET_KEY } from '../support/webhooks-under-test.ts';

const STRANGER = '198.51.100.7';
const HOME = '203.0.113.9';
const { owner, accountant } = CREDENTIALS;

const peerThrottleOf = ({ db }: Pick<Store, 'db'>) =>
  createPeerThrottle({ peers: createSignInPeersRepository(db), secretKey: SECRET_KEY, clock: createFixedClock(NOW) });

/** A deployment that sees only the address of the server in front of it. */
const there = openPerTest(async () => {
  const { platform, store, clock } = await openFixturePlatform({ now: NOW });
  const service = await startService({ platform, store, clock, peerThrottle: peerThrottleOf(store) });
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, store, stop };
});
const store = openPerTest(openTestStore);
const here = openPerTest<RemoteService>(() =>
  startRemoteService(store, `http://127.0.0.1:${there.port}`, {
    exposure: { ...OWN_COMPUTER, publicHosts: ['till.example'], proxies: createTrustedProxies([]), isPublic: true },
    peerThrottle: peerThrottleOf(store),
  }),
);

async function signIn(from: string, body: object, bearer?: string): Promise<{ status: number; token: string }> {
  const headers = { host: 'till.example', 'x-forwarded-for': from };
  const { status, text } = await here.send('POST', '/api/auth/login', { headers, body, token: bearer });
  return { status, token: JSON.parse(text).token };
}

/** The deployment makes the owner wait unless the caller has a proof. */
async function guessPasswordOfOwner(): Promise<void> {
  for (let made = 0; made < 6; made += 1) await signIn(STRANGER, { ...owner, password: `guess ${made}` });
  expect((await signIn(HOME, owner)).status).toBe(429);
}

describe('a server in front of another deployment', () => {
  it('lets everybody else sign in while one network tries one account after another', async () => {
    for (let made = 0; made < 60; made += 1) {
      const body = { account: `nobody ${made}`, email: 'a@flood.example', password: 'wrong' };
      await signIn(`198.51.100.${made}`, body);
    }
    expect((await signIn(HOME, owner)).status).toBe(200);
    expect((await signIn('192.0.2.77', accountant)).status).toBe(200);
  });

  it('lets a user with a token in while somebody guesses their password', async () => {
    const { token } = await signIn(HOME, owner);
    await guessPasswordOfOwner();
    expect((await signIn(HOME, owner, token)).status).toBe(200);
  });

  it('lets a user with an API key in while somebody guesses their password', async () => {
    const keysOf = ({ db }: Pick<Store, 'db'>) =>
      createApiKeys({ keys: createApiKeysRepository(db), platform: here.several.platform, clock: here.clock });
    const made = { name: 'nightly', expiresAt: null, personalData: true };
    const { key: keyThere } = await keysOf(there.store).create({ accountId: ACCOUNT.alpha, userId: USER.owner }, made);
    const caller = await here.several.platform.signIn(owner);
    const { key } = await createApiKeyService(keysOf(store), here.several.platform).create(caller, made, keyThere);
    await guessPasswordOfOwner();
    expect((await signIn(HOME, owner, key)).status).toBe(200);
  });
});
