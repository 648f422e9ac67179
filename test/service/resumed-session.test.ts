import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSessionKeeper } from '../../electron/session/session-keeper.ts';
import { type Deployment, openCopies, openDeployment } from '../support/copy-rig.ts';
import { createMemoryVault } from '../support/memory-vault.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { CREDENTIALS, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const PRODUCTS = { method: 'GET', path: '/api/products' } as const;
const CUSTOMERS = { method: 'GET', path: '/api/customers' } as const;
const MINUTE = 60_000;

const store = openPerTest(openTestStore);
let deployment: Deployment;
let kept: ReturnType<typeof openCopies>;
let service: RunningService;

/** A program that was started while the deployment is down, on a PC with the copy and the password of the owner. */
beforeEach(async () => {
  deployment = await openDeployment();
  const before = openCopies(deployment);
  await before.signInAndCopy('owner');
  await before.close();
  deployment.switchOff();
  kept = openCopies(deployment, { folder: before.folder });
  service = await startService({ store, platform: kept.platform, clock: deployment.clock });
});
afterEach(async () => {
  await service.stop();
  await kept.close();
});

async function openSession() {
  const vault = createMemoryVault();
  const remembered = { ...CREDENTIALS.owner, platform: null, id: 'one', name: 'Olga', lastUsedAt: 1 };
  await vault.write([remembered]);
  const session = createSessionKeeper({
    ...{ client: service.window, clock: deployment.clock, vault, log: service.app.log },
    revoke: async () => undefined,
  });
  onTestFinished(() => session.signOut());
  expect(await session.restore()).toMatchObject({ kind: 'signed-in' });
  const ask = async (call: typeof PRODUCTS | typeof CUSTOMERS) => {
    const { status, headers } = await session.request(call);
    return { status, isOld: headers.get('cache-status') !== null };
  };
  return { session, ask };
}

describe('a remembered session of the window that begins while its platform is down', () => {
  it('reads the copy as long as the platform is down', async () => {
    const { ask } = await openSession();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await ask(PRODUCTS)).toEqual({ status: 200, isOld: true });
      expect(await ask(CUSTOMERS)).toMatchObject({ status: 502 });
      deployment.clock.advance(10 * MINUTE);
    }
  });

  it('is signed in by the first call once the platform is back, and nobody is asked for the password', async () => {
    const { session, ask } = await openSession();
    expect(await ask(PRODUCTS)).toEqual({ status: 200, isOld: true });
    deployment.switchOn();
    deployment.clock.advance(MINUTE);

    expect(await ask(CUSTOMERS)).toEqual({ status: 200, isOld: false });
    expect(session.state()).toMatchObject({ kind: 'signed-in' });
  });

  it('ends at the first call once the platform is back if it refuses the password', async () => {
    const { session, ask } = await openSession();
    await deployment.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute();
    deployment.switchOn();
    deployment.clock.advance(MINUTE);

    expect(await ask(CUSTOMERS)).toMatchObject({ status: 401 });
    expect(session.state()).toMatchObject({ kind: 'signed-out', reason: 'expired' });
  });
});
