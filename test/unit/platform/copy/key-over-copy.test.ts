import { describe, expect, it, onTestFinished } from 'vitest';
import { aged, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { CREDENTIALS, PRODUCT, USER } from '../../../support/shop-fixture.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const HOUR = 60 * 60_000;

/** A user with an API key of the deployment, who has a complete copy. */
async function openWithKey() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment);
  onTestFinished(kept.close);
  const known = await deployment.remote.signIn(CREDENTIALS.owner);
  deployment.spoil(() => ({ signInWithKey: async () => ({ ...known, upstreamCredential: 'of the key' }) }));
  const caller = await kept.platform.signInWithKey(known, 'tdk_there');
  await waitFor(async () => {
    const { age } = await aged(() => kept.platform.searchProducts(caller, PAGE));
    expect(age).not.toBeNull();
  });
  return { deployment, kept, platform: kept.platform, caller };
}

describe('an API key of the deployment', () => {
  it('reads the copy while the deployment is unavailable, for 72 hours after its rights were confirmed', async () => {
    const { deployment, platform, caller } = await openWithKey();
    deployment.switchOff();
    deployment.clock.advance(71 * HOUR);
    expect(await platform.identify(caller)).toMatchObject({ userId: USER.owner, upstreamCredential: 'of the key' });
    expect((await aged(() => platform.findProduct(caller, PRODUCT.cafe))).answer?.id).toBe(PRODUCT.cafe);
    deployment.clock.advance(HOUR);
    await expect(platform.identify(caller)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(aged(() => platform.findProduct(caller, PRODUCT.cafe))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('signs nobody in with a password while the deployment is unavailable', async () => {
    const { deployment, kept } = await openWithKey();
    deployment.switchOff();
    await expect(kept.signIn('owner')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('loses its copy when its user may no longer sign in', async () => {
    const { deployment, kept, platform, caller } = await openWithKey();
    await deployment.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute();
    deployment.clock.advance(HOUR);
    expect(await platform.identify(caller)).toBeNull();
    expect(await kept.directory.listNames()).toEqual([]);
  });
});

describe('the capabilities of the deployment', () => {
  it('are known while it is unavailable as it last reported them, and unknown if it never did', async () => {
    const { deployment, kept, platform, caller } = await openWithKey();
    const offered = await platform.getCapabilities(caller);
    deployment.switchOff();
    deployment.clock.advance(HOUR);
    expect(await platform.getCapabilities(caller)).toEqual(offered);
    await kept.directory.removeAll();
    await expect(platform.getCapabilities(caller)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
