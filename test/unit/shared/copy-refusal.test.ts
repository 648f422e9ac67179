import { describe, expect, it, onTestFinished } from 'vitest';
import { refusalOfProducts } from '../../../electron/platform/storekeeper/storekeeper-status.ts';
import { refusalOf } from '../../../electron/platform/storekeeper/sync/coverage.ts';
import { noteRefusal, readListing, writeListing } from '../../../electron/platform/storekeeper/sync/order-listing.ts';
import { toApiError } from '../../../electron/service/server/error-handler.ts';
import { copyRefusalOf } from '../../../shared/copy-refusal.ts';
import { platformProblemOf } from '../../../shared/platform-address.ts';
import { createFixedClock, NOW } from '../../support/fixed-clock.ts';
import { openStoreKeeperCopies } from '../../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../../support/storekeeper/storekeeper-server.ts';
import { openAccount, openCopyFile } from '../platform/storekeeper/sync/account-rig.ts';

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

describe('the reason why a copy does not answer', () => {
  it('is that the account is read for the first time', async () => {
    const clock = createFixedClock(NOW);
    const server = await startStoreKeeperServer({ clock, products: 1, orders: 0 });
    onTestFinished(() => server.stop());
    const { platform, close } = openStoreKeeperCopies(server.address, { clock });
    onTestFinished(close);
    const caller = await platform.signIn(server.users[0]);
    // The clock stands still: reading waits for ever.
    server.switches.answerSlowly(1_000);
    const failure = await platform.listReference(caller, 'shops').catch(toApiError);
    expect(failure).toMatchObject({ code: 'upstream_failed' });
    expect(copyRefusalOf((failure as Error).message)).toBe('being-read');
  });

  it('is that no month is complete yet, or not the one that is asked for', async () => {
    const { db } = await openCopyFile();
    expect(copyRefusalOf((await refusalOf(db(), MARCH)) ?? '')).toBe('being-read');
    const listing = await readListing(db());
    await writeListing(db(), { ...listing, readFrom: '2026-05-01', listedAt: Date.parse(NOW) });
    expect(copyRefusalOf((await refusalOf(db(), MARCH)) ?? '')).toBe('being-read');
  });

  it('is that orders or products can never be read', async () => {
    const account = await openAccount({ products: 1, orders: 1 });
    account.server.switches.removeFunctions('listOrderIds', 'listOrders');
    const { plan } = await account.context();
    await noteRefusal(account.db(), plan);
    expect(copyRefusalOf((await refusalOf(account.db(), MARCH)) ?? '')).toBe('no-orders');
    expect(copyRefusalOf((await refusalOfProducts(account.db())) ?? '')).toBe('no-products');
  });

  it.each([
    'The service could not be reached.',
    'The platform gave an answer that makes no sense.',
    'The price list cannot be read on: read it from the beginning.',
  ])('is none where something has failed: %s', (message) => {
    expect(copyRefusalOf(message)).toBeNull();
  });

  it('is never taken for a platform that is away', () => {
    expect(platformProblemOf('Orders are being read: 13 %.')).toBeNull();
  });
});
