import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { trackAnswerAge } from '../../../../electron/platform/answer-age.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { type CopiedAccount, monthPeriod, openCopiedAccount } from '../../../support/storekeeper/copied-account.ts';
import { copiedPrices, copiedReports, countedOrders, ownReports } from '../../../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { errorOf } from './scripted-storekeeper.ts';

const LONG = 120_000;

const STEP_MS = 250;

/** One call at each step of the clock. */
const AT_PACE = { pace: { callsPerSecond: 1_000 / STEP_MS } };

/** For calls that pause first. */
const WAITING_LONG = { stepMs: 5_000, mostSteps: 1_000 };

const WAITING = { stepMs: STEP_MS, mostSteps: 600 };

async function open(...[options]: Parameters<typeof openCopiedAccount>): Promise<CopiedAccount> {
  const account = await openCopiedAccount({ products: 45, orders: 120, months: 6, ...options });
  onTestFinished(account.close);
  return account;
}

/** Returns the report, or the message with which it is refused. */
async function askReport({ platform }: CopiedAccount, caller: Caller, month: string) {
  try {
    const { [month]: report } = await copiedReports(platform, caller, [month]);
    return report;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'rejected') throw error;
    return error.message;
  }
}

const REFUSAL = new RegExp(
  [
    '^(?:The account is being read for the first time\\.',
    'Orders are being read(?:: \\d{1,2}%)?\\.',
    'Orders are complete from 1 [A-Z][a-z]+ 2026; older ones: (?:\\d{1,2}%|not yet known)\\.)$',
  ].join('|'),
);

describe('while an account is read for the first time', () => {
  it('a month is refused until it has been read, and is correct from then on', { timeout: LONG }, async () => {
    const account = await open({ program: AT_PACE });
    const caller = await account.signIn();
    const own = ownReports(account.server.account);
    const months = Object.keys(own).sort().reverse();
    const refusals = new Map(months.map((month) => [month, new Set<string>()]));
    const answered = new Set<string>();
    let isWhole = false;
    for (let look = 0; look < WAITING.mostSteps && !isWhole; look += 1) {
      await account.look(caller);
      await account.idle();
      for (const month of months) {
        const report = await askReport(account, caller, month);
        if (typeof report === 'string') {
          // A month that was answered once is not refused later.
          expect(answered).not.toContain(month);
          expect(report).toMatch(REFUSAL);
          refusals.get(month)?.add(report);
        } else {
          answered.add(month);
          expect(report).toEqual(own[month]);
        }
      }
      // Later months are read first.
      const isAnswered = months.map((month) => answered.has(month));
      expect(isAnswered.lastIndexOf(true)).toBe(answered.size - 1);
      isWhole = (await account.program.copies.getStatus(caller))?.coverage?.isWhole ?? false;
      account.clock.advance(STEP_MS);
    }
    expect(isWhole).toBe(true);
    expect([...answered].sort().reverse()).toEqual(months);
    // It reported its progress again and again.
    expect(refusals.get(months.at(-1) ?? '')?.size).toBeGreaterThan(5);
    expect([...(refusals.get(months.at(-1) ?? '') ?? [])].some((one) => /older ones: \d+%/.test(one))).toBe(true);
  });

  it('figures that were returned do not change', { timeout: LONG }, async () => {
    const account = await open({ program: AT_PACE });
    const caller = await account.signIn();
    const period = monthPeriod('2026-11');
    let first: string | null = null;
    let looks = 0;
    await account.until(async () => {
      await account.look(caller);
      const list = await account.platform
        .listOrders(caller, { ...period, include: ['items', 'payments'], start: 0, limit: 250 })
        .catch(() => null);
      if (list !== null) {
        const text = JSON.stringify(list);
        first ??= text;
        expect(text).toBe(first);
        looks += 1;
      }
      return (await account.program.copies.getStatus(caller))?.coverage?.isWhole ?? false;
    }, WAITING);
    expect(looks).toBeGreaterThan(10);
  });

  it('a record that has not been read yet is refused, but not one that does not exist', { timeout: LONG }, async () => {
    const account = await open({ program: AT_PACE });
    const caller = await account.signIn();
    const orders = countedOrders(account.server.account);
    const products = [...account.server.account.products.listed()];
    const customers = [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
    const asked = [
      ...[orders[0], orders.at(-1)].map(
        (order) => (by: CopiedAccount) => by.platform.findOrder(caller, order?.id ?? 0),
      ),
      ...[products[0], products.at(-1)].map(
        (product) => (by: CopiedAccount) => by.platform.findProduct(caller, product?.id ?? 0),
      ),
      ...customers.slice(0, 2).map((id) => (by: CopiedAccount) => by.platform.findCustomer(caller, id)),
    ];
    let refused = 0;
    await account.until(async () => {
      await account.look(caller);
      for (const ask of asked) {
        try {
          expect(await ask(account)).not.toBeNull();
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          expect(error).toMatchObject({ code: 'rejected', isReported: true });
          expect(error.message).toMatch(REFUSAL);
          refused += 1;
        }
      }
      return (await account.program.copies.getStatus(caller))?.coverage?.isWhole ?? false;
    }, WAITING);
    expect(refused).toBeGreaterThan(20);
    expect(await account.platform.findOrder(caller, 999)).toBeNull();
    expect(await account.platform.findProduct(caller, 999)).toBeNull();
    expect(await account.platform.findCustomer(caller, 999)).toBeNull();
  });

  it('a report has the age of the oldest data that it is made of', { timeout: LONG }, async () => {
    const account = await open({ program: AT_PACE });
    const caller = await account.signIn();
    await account.look(caller);
    await account.until(async () => typeof (await askReport(account, caller, '2026-11')) !== 'string', WAITING);
    const age = await trackAnswerAge(async (ageOf) => {
      await account.platform.readReport(caller, 'financial', monthPeriod('2026-11'));
      return ageOf();
    });
    expect(age?.unreachable).toBeNull();
    expect(account.clock.now() - (age?.fetchedAt ?? 0)).toBeLessThan(2 * 60_000);
  });

  it('the page Connection says what has been read of how much, and when it is expected to end', {
    timeout: LONG,
  }, async () => {
    const account = await open({ program: AT_PACE });
    const caller = await account.signIn();
    await account.look(caller);
    const seen: number[] = [];
    await account.until(async () => {
      await account.look(caller);
      const status = await account.program.copies.getStatus(caller);
      const progress = status?.streams.find(({ name }) => name === 'orders')?.progress ?? null;
      if (progress?.expectedEnd) {
        expect(status?.state).toBe('reading');
        expect(progress.of).toBe(120);
        expect(progress.done).toBeGreaterThanOrEqual(seen.at(-1) ?? 0);
        seen.push(progress.done);
        // 4 calls a second, one for each order. The first estimate of the rate is inaccurate.
        const leftS = (Date.parse(progress.expectedEnd) - account.clock.now()) / 1_000;
        if (progress.done > 60) expect(Math.abs(leftS - (120 - progress.done) / 4)).toBeLessThan(30);
      }
      return status?.coverage?.isWhole ?? false;
    }, WAITING);
    expect(seen.length).toBeGreaterThan(20);
  });

  it('every request is refused with an explanation until products have been read', { timeout: LONG }, async () => {
    const account = await open();
    const end = account.server.switches.refuse('Internal', { functions: ['naturalSearchShopFlatProductForHooks'] });
    account.server.switches.removeFunctions('naturalSearchShopFlatProducts');
    const caller = await account.signIn();
    await account.look(caller);
    await account.until(() => account.clock.now() > Date.parse('2026-11-21T12:05:00Z'));
    expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/^(?:The account is being read for the first time|Products of this account).*\.$/),
    });
    end();
    // A temporary failure is retried within a quarter of an hour.
    await account.until(
      async () => {
        await account.look(caller);
        return (await account.statusOf(caller)).streams.every(({ readAt }) => readAt !== null);
      },
      { stepMs: 15_000, mostSteps: 62 },
    );
    const { total } = await account.platform.searchProducts(caller, { start: 0, limit: 5 });
    expect(total).toBe([...account.server.account.products.listed()].length);
  });
});

/** One call every 10 seconds, so that the copy takes longer than a temporary refusal lasts. */
const SLOWLY = { pace: { callsPerSecond: 0.1 } };

describe('a first copy that takes long', () => {
  it('reads orders even if products fail', { timeout: LONG }, async () => {
    const account = await open();
    const caller = await account.signIn();
    const failing = ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts'];
    await account.look(caller);
    account.server.switches.inject({ kind: 'html' }, { functions: failing });
    await account.until(async () => (await account.statusOf(caller)).coverage?.isWhole ?? false, WAITING_LONG);
    expect((await account.statusOf(caller)).streams.find(({ name }) => name === 'products')?.readAt).toBeNull();
  });

  it('reads with another function if the first one is refused', { timeout: LONG }, async () => {
    const account = await open({ products: 450, program: SLOWLY });
    const caller = await account.signIn();
    await account.look(caller);
    const search = 'ShopModule::naturalSearchShopFlatProductForHooks';
    await account.until(() => (account.server.calls.byFunction[search] ?? 0) > 2, { stepMs: 10_000, mostSteps: 200 });
    account.server.switches.removeFunctions('naturalSearchShopFlatProductForHooks');
    const areThere = () =>
      account.platform.searchProducts(caller, { start: 0, limit: 1 }).then(
        () => true,
        () => false,
      );
    await account.until(areThere, { stepMs: 10_000, mostSteps: 200 });
    expect((await account.statusOf(caller)).state).toBe('reading');
    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
  });
});
