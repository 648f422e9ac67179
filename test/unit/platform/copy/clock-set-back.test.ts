import { describe, expect, it, onTestFinished } from 'vitest';
import { aged, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { PRODUCT } from '../../../support/shop-fixture.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const HOUR = 60 * 60_000;
const DAYS_4 = 96 * HOUR;

async function openCopied() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment, { getAnswerRetentionMs: () => 8 * HOUR });
  onTestFinished(kept.close);
  const owner = await kept.signInAndCopy('owner');
  return { deployment, kept, owner, platform: kept.platform };
}

describe('a copy on a computer whose clock is set back', () => {
  it('continues to be read as before', async () => {
    const { deployment, platform, owner } = await openCopied();
    await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
    deployment.clock.advance(-HOUR);

    expect((await platform.findProduct(owner, PRODUCT.cafe))?.title).toBe('Espressokopje');
  });

  it('continues to be read while it is used', async () => {
    const { deployment, platform, owner } = await openCopied();
    deployment.clock.advance(-HOUR);
    await platform.searchProducts(owner, PAGE);
    deployment.takeAsked();

    deployment.clock.advance(16_000);

    await waitFor(() => expect(deployment.takeAsked()).toContain('readChanges'));
  });

  it('does not still treat the deployment as unavailable', async () => {
    const { deployment, platform, owner } = await openCopied();
    await aged(() => platform.listCustomers(owner, PAGE));
    deployment.switchOff();
    await waitFor(() => aged(() => platform.listCustomers(owner, PAGE)));
    deployment.switchOn();
    deployment.clock.advance(-HOUR);

    expect((await aged(() => platform.listCustomers(owner, PAGE))).age).toBeNull();
  });

  it('is used for at most 72 hours while the deployment is unavailable, whatever the clock says', async () => {
    const { deployment, kept, platform, owner } = await openCopied();
    deployment.switchOff();
    deployment.clock.advance(-DAYS_4);

    await expect(platform.identify(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(aged(() => platform.searchProducts(owner, PAGE))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(kept.signIn('owner')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('returns no response that was cached at a time in the future', async () => {
    const { deployment, platform, owner } = await openCopied();
    await aged(() => platform.listCustomers(owner, PAGE));
    deployment.switchOff();
    deployment.clock.advance(-9 * HOUR);

    await expect(aged(() => platform.listCustomers(owner, PAGE))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
