import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { aged, type Deployment, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { PRODUCT, USER } from '../../../support/shop-fixture.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const HOUR = 60 * 60_000;

async function openTwo() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment, { getAnswerRetentionMs: () => 8 * HOUR });
  onTestFinished(kept.close);
  const staff = await kept.signInAndCopy('staff');
  const owner = await kept.signInAndCopy('owner');
  return { deployment, kept, platform: kept.platform, staff, owner };
}

/** Their own successful calls show that the deployment is available. */
const copiesAreAtRest = (deployment: Deployment) =>
  waitFor(async () => {
    deployment.takeAsked();
    await sleep(100);
    expect(deployment.takeAsked()).toEqual([]);
  });

const TROUBLE: [string, PlatformError][] = [
  ['a deadline that passes', new PlatformError('timeout', 'Not in time.')],
  ['an error inside', new PlatformError('unavailable', 'The platform answered with status 500.')],
  ['a breaker that rests', new PlatformError('unavailable', 'It is left alone for a moment.')],
];

describe.each(TROUBLE)('%s for one user', (_, problem) => {
  it('leaves current answers to everybody else', async () => {
    const { deployment, platform, staff, owner } = await openTwo();
    await aged(() => platform.listCustomers(staff, PAGE));
    await copiesAreAtRest(deployment);
    deployment.spoil((own) => ({
      async listCustomers(caller, query) {
        if (caller.userId === USER.owner) throw problem;
        return own.listCustomers(caller, query);
      },
    }));
    await expect(aged(() => platform.listCustomers(owner, PAGE))).rejects.toBe(problem);
    deployment.takeAsked();

    expect((await aged(() => platform.listCustomers(staff, PAGE))).age).toBeNull();
    expect(deployment.takeAsked()).toContain('listCustomers');
    expect((await aged(() => platform.findProduct(staff, PRODUCT.cafe))).age?.unreachable).toBeNull();
  });

  it('lets that user read their copy, which says that it is old', async () => {
    const { deployment, platform, owner } = await openTwo();
    const fail = async () => {
      throw problem;
    };
    deployment.spoil(() => ({ identify: fail, searchProducts: fail, readChanges: fail }));
    deployment.clock.advance(HOUR);

    expect(await platform.identify(owner)).toMatchObject({ userId: USER.owner });
    const { answer, age } = await aged(() => platform.searchProducts(owner, PAGE));
    expect(answer.total).toBeGreaterThan(0);
    expect(age?.unreachable).toBe('shop.example');
    await expect(platform.searchProducts(owner, PAGE)).rejects.toBe(problem);
  });
});

describe('a connection that fails for one user', () => {
  it('prevents further calls of anybody for some seconds', async () => {
    const { deployment, platform, staff, owner } = await openTwo();
    await aged(() => platform.listCustomers(staff, PAGE));
    await copiesAreAtRest(deployment);
    deployment.switchOff();
    await expect(platform.listCustomers(owner, PAGE)).rejects.toMatchObject({ isUnreached: true });
    deployment.takeAsked();

    const { age } = await aged(() => platform.listCustomers(staff, PAGE));

    expect(age?.unreachable).toBe('shop.example');
    expect(deployment.takeAsked()).not.toContain('listCustomers');
  });
});
