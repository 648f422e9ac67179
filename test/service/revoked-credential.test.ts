import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { type Deployment, openCopies, openDeployment } from '../support/copy-rig.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerTest } from '../support/test-scope.ts';
import { waitFor } from '../support/wait-for.ts';

const PRODUCTS = '/api/products';
const HOLD_MS = 31_000;

const store = openPerTest(openTestStore);
let folder: string;
let deployment: Deployment;
let owner: Caller;
let kept: ReturnType<typeof openCopies>;
let service: RunningService;
let revoked: Set<string>;

async function start(): Promise<void> {
  kept = openCopies(deployment, { folder });
  service = await startService({ store, platform: kept.platform, clock: deployment.clock });
}

async function stop(): Promise<void> {
  await service.stop();
  await kept.close();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

/** The deployment accepts every grant until it is revoked. */
beforeEach(async () => {
  folder = createTemporaryFolder();
  deployment = await openDeployment();
  owner = await deployment.remote.signIn(CREDENTIALS.owner);
  revoked = new Set();
  let signIns = 0;
  deployment.spoil((own) => ({
    async signIn(request) {
      signIns += 1;
      return { ...(await own.signIn(request)), upstreamCredential: `token ${signIns}` };
    },
    async identify({ upstreamCredential = '', ...user }) {
      if (revoked.has(upstreamCredential)) throw new PlatformError('session_ended', 'It was revoked.');
      const caller = await own.identify(user);
      return caller && { ...caller, upstreamCredential };
    },
  }));
  await start();
});
afterEach(stop);

async function carry(upstreamCredential: string): Promise<string> {
  const keys = createApiKeys({
    ...{ keys: createApiKeysRepository(store.db), platform: kept.platform, clock: deployment.clock },
  });
  const { key } = await keys.create(
    { ...owner, upstreamCredential },
    { name: upstreamCredential, expiresAt: null, personalData: true },
  );
  return key;
}

const statusOf = async (path: string, token: string) => (await service.send('GET', path, { token })).status;

/** Waits until the complete copy answers it. */
async function copyWith(token: string): Promise<void> {
  await waitFor(async () => {
    const { headers } = await service.send('GET', PRODUCTS, { token });
    expect(headers['cache-status']).toBeDefined();
  });
}

describe('a key that was revoked at its deployment', () => {
  it('stays refused after a restart while the deployment is unreachable, even if other sessions of its user continue', async () => {
    const stolen = await carry('stolen');
    const good = await carry('good');
    await copyWith(stolen);
    expect(await statusOf(readMe.path, stolen)).toBe(200);
    revoked.add('stolen');
    deployment.clock.advance(HOLD_MS);
    expect(await statusOf(readMe.path, stolen)).toBe(401);
    expect(await statusOf(readMe.path, good)).toBe(200);

    deployment.switchOff();
    await restart();

    expect(await statusOf(readMe.path, stolen)).toBe(502);
    expect(await statusOf(PRODUCTS, stolen)).toBe(502);
    expect(await statusOf(PRODUCTS, good)).toBe(200);
    expect(await statusOf(PRODUCTS, stolen)).toBe(502);
  });

  it('stays refused if a call other than the token check got the refusal', async () => {
    const stolen = await carry('stolen');
    await copyWith(stolen);
    deployment.spoil(() => ({
      async listCustomers() {
        throw new PlatformError('session_ended', 'It was revoked.');
      },
    }));
    expect(await statusOf('/api/customers', stolen)).toBe(401);

    deployment.switchOff();
    await restart();

    expect(await statusOf(PRODUCTS, stolen)).toBe(502);
  });

  it('is not accepted after an outage during which it was first used', async () => {
    await copyWith(await carry('good'));
    const unknown = await carry('never seen there');

    deployment.switchOff();

    expect(await statusOf(readMe.path, unknown)).toBe(502);
    expect(await statusOf(PRODUCTS, unknown)).toBe(502);
  });
});

describe('a token whose upstream credential was revoked', () => {
  it('is removed at the first refusal, and invalid after a restart', async () => {
    const token = await service.signIn(CREDENTIALS.owner);
    await copyWith(token);
    revoked.add('token 1');
    deployment.clock.advance(HOLD_MS);
    expect(await statusOf(readMe.path, token)).toBe(401);
    expect(await store.db.selectFrom('tokens').selectAll().execute()).toEqual([]);

    deployment.switchOff();
    await restart();

    expect(await statusOf(PRODUCTS, token)).toBe(401);
  });
});
