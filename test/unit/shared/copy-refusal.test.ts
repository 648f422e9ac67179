import { describe, expect, it, onTestFinished } from 'vitest';
import { toApiError } from '../../../electron/service/server/error-handler.ts';
import { findCopyRefusal } from '../../../shared/copy-refusal.ts';
import { findPlatformProblem } from '../../../shared/platform-address.ts';
import { createFixedClock, NOW } from '../../support/fixed-clock.ts';
import { openCopiedAccount } from '../../support/storekeeper/copied-account.ts';
import { openStoreKeeperCopies } from '../../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../../support/storekeeper/storekeeper-server.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

async function refusalOf(work: Promise<unknown>) {
  const failure = await work.catch(toApiError);
  expect(failure).toMatchObject({ code: 'upstream_failed' });
  return findCopyRefusal((failure as Error).message);
}

async function openSmall() {
  const account = await openCopiedAccount({ products: 5, orders: 20 });
  onTestFinished(account.close);
  return account;
}

describe('the reason why a copy refuses a request', () => {
  it('is that the account is being read for the first time', async () => {
    const clock = createFixedClock(NOW);
    const server = await startStoreKeeperServer({ clock, products: 1, orders: 0 });
    onTestFinished(() => server.stop());
    const { platform, close } = openStoreKeeperCopies(server.address, { clock });
    onTestFinished(close);
    const caller = await platform.signIn(server.users[0]);
    // The clock stands still, so reading never ends.
    server.switches.answerSlowly(1_000);
    expect(await refusalOf(platform.listReference(caller, 'shops'))).toBe('being-read');
  });

  it('is that orders or products can never be read', async () => {
    const account = await openSmall();
    const search = ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts'];
    account.server.switches.removeFunctions('listOrderIds', ...search);
    const caller = await account.signIn();
    await account.after(caller, 60_000);
    expect(await refusalOf(account.platform.readReport(caller, 'financial', NOVEMBER))).toBe('no-orders');
    expect(await refusalOf(account.platform.searchProducts(caller, { start: 0, limit: 1 }))).toBe('no-products');
  });

  it('is that an order of the period cannot be read', async () => {
    const account = await openSmall();
    const latest = [...account.server.account.orderIds()].at(-1);
    account.server.switches.alter('getOrder', ({ value_wt, ...order }) =>
      order.id === latest ? order : { ...order, value_wt },
    );
    const caller = await account.signIn();
    await account.after(caller, 60_000);
    expect(await refusalOf(account.platform.readReport(caller, 'financial', NOVEMBER))).toBe('unreadable-orders');
  });

  it('is that the order itself cannot be read any more', async () => {
    const account = await openSmall();
    const caller = await account.signIn();
    await account.after(caller, 60_000);
    const latest = [...account.server.account.orderIds()].at(-1) ?? 0;
    account.server.switches.alter('getOrder', ({ value_wt, ...order }) =>
      order.id === latest ? order : { ...order, value_wt },
    );
    await account.after(caller, 20 * 60_000);
    expect(await refusalOf(account.platform.findOrder(caller, latest))).toBe('unreadable-orders');
  });

  it('is that there may be orders that are not listed', async () => {
    const account = await openCopiedAccount({ products: 5, orders: 0 });
    onTestFinished(account.close);
    const caller = await account.signIn();
    await account.after(caller, 60_000);
    expect(await refusalOf(account.platform.readReport(caller, 'financial', NOVEMBER))).toBe('unnamed-orders');
  });

  it('is that no order of the period names its location', async () => {
    const account = await openSmall();
    account.server.switches.alter('getOrder', ({ location_id: _, ...order }) => order);
    const caller = await account.signIn();
    await account.readOn(caller);
    const query = { ...NOVEMBER, location_id: [1_000_000_001] };
    expect(await refusalOf(account.platform.readReport(caller, 'payments', query))).toBe('no-locations');
  });

  it.each([
    'The service could not be reached.',
    'The platform returned an answer that is not valid.',
    'The price list cannot be continued. Read it again from the beginning.',
  ])('is missing if something has failed: %s', (message) => {
    expect(findCopyRefusal(message)).toBeNull();
  });

  it('is never mistaken for an unavailable platform', () => {
    expect(findPlatformProblem('Orders are being read: 13%.')).toBeNull();
  });
});
