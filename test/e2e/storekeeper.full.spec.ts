import { expect, type Page } from '@playwright/test';
import { systemClock } from '../../electron/base/clock.ts';
import type { CopyStatus } from '../../shared/contract/connection.ts';
import { sumOrders } from '../support/storekeeper/own-sums.ts';
import {
  type StoreKeeperOptions,
  type StoreKeeperServer,
  startStoreKeeperServer,
} from '../support/storekeeper/storekeeper-server.ts';
import { downloadCsv } from './support/csv-file.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectHeading, openAddress, openPage, presetDays } from './support/page-steps.ts';
import { test as base } from './support/product-test.ts';
import { callBridge, type UiEntrance } from './support/ui-entrance.ts';
import { countSentence, sentence, DUTCH as words } from './support/window-texts.ts';

/** Its first copy takes about half a minute at four calls a second. */
const SMALL = { products: 40, orders: 60, months: 2 } as const;

const FIRST_COPY_MS = 90_000;

type StartAccount = (options?: Partial<StoreKeeperOptions>) => Promise<StoreKeeperServer>;

interface OfWorker {
  /** One account for all tests that need a copy which has been read whole. */
  readonly account: StoreKeeperServer;
}

const test = base.extend<{ readonly startAccount: StartAccount }, OfWorker>({
  account: [
    async ({ browser: _ }, use) => {
      const server = await startStoreKeeperServer({ ...SMALL, clock: systemClock });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  startAccount: async ({ browser: _ }, use) => {
    const servers: StoreKeeperServer[] = [];
    await use(async (options = {}) => {
      const server = await startStoreKeeperServer({ ...SMALL, ...options, clock: systemClock });
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },
});

test.setTimeout(240_000);

test.describe('signing in at a StoreKeeper account', () => {
  test('by e-mail begins a first copy: every page says how far it is, and fills by itself', async ({
    page,
    product,
    startAccount,
  }) => {
    const server = await startAccount();
    await page.goto('/');
    await fillEmail(page, server);
    await submit(page);
    await expectHeading(page, words.shell.overview);
    await callBridge(product, 'changePreferences', { isTourDone: true });

    await openPage(page, 'report');
    await expect(page.getByText(words.states.copyRefusal.beingRead)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: words.states.copyRefusal.seeConnection }).click();
    await expectHeading(page, words.shell.connection);
    const orders = words.connection.streams.name.orders;
    const bar = page.getByRole('progressbar', { name: sentence(words.connection.streams.bar, { name: orders }) });
    await expect(bar).toBeVisible();
    const early = Number(await bar.getAttribute('value'));
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(early);
    await expectAccessible(page);

    await openPage(page, 'report');
    await expect(page.getByRole('table', { name: words.report.revenue.title })).toBeVisible({ timeout: FIRST_COPY_MS });
    await expect(page.getByText(words.states.copyRefusal.beingRead)).toHaveCount(0);
    await untilCopied(product);
    await openAddress(page, '/connection');
    await expect(page.getByText(words.connection.coverage.whole)).toBeVisible();
  });

  test('by channel key reads as the channel', async ({ page, product, account }) => {
    await page.goto('/');
    await chooseStoreKeeper(page, account);
    await page.getByLabel(words.signIn.methods.channelKey, { exact: true }).first().check();
    await page.getByRole('textbox', { name: words.signIn.channelKey, exact: true }).fill(account.channelKey());
    await submit(page);
    await expectHeading(page, words.shell.overview);
    await openPage(page, 'catalog');
    const listed = [...account.account.products.listed()].length;
    const count = countSentence({ count_one: words.catalog.count_one, count_other: words.catalog.count_other }, listed);
    await expect(page.getByText(count)).toBeVisible({ timeout: FIRST_COPY_MS });
    expect((await copyOf(product))?.unknown).toContain('cost');
  });

  test('with a wrong password, a wrong key or at no account says which of them it is', async ({ page, account }) => {
    await page.goto('/');
    await fillEmail(page, account, 'not-the-password');
    await submit(page);
    await expect(page.getByRole('alert')).toHaveText(words.signIn.refused);

    await page.getByLabel(words.signIn.methods.channelKey, { exact: true }).first().check();
    const key = page.getByRole('textbox', { name: words.signIn.channelKey, exact: true });
    await key.fill('skc_nothing');
    await submit(page);
    await expect(page.getByText(words.signIn.notAChannelKey)).toBeVisible();
    const { apikey: _, ...channel } = account.channels[0] ?? {};
    await key.fill(`skc_${Buffer.from(JSON.stringify({ ...channel, apikey: 'other' })).toString('base64url')}`);
    await submit(page);
    await expect(page.getByRole('alert')).toHaveText(words.signIn.channelKeyRefused);

    await page.getByRole('textbox', { name: words.signIn.address.storeKeeper }).fill('not an account');
    await submit(page);
    await expect(page.getByText(words.signIn.notAStoreKeeperAccount)).toBeVisible();
  });
});

test.describe('a StoreKeeper account that has been read', () => {
  test('has the figures of the account to the cent, also in the file of an export', async ({
    page,
    product,
    account,
  }) => {
    await signInAt(product, account);
    await untilCopied(product);
    await openAddress(page, '/orders?period=last-month');
    const month = presetDays('last-month').from.slice(0, 7);
    const sums = sumOrders(account.account).periods[month];
    if (sums === undefined) throw new Error(`the account has no orders in ${month}`);
    const file = await downloadCsv(page, words.exports.action);
    const headings = file.header.split(';');
    const sold = file.rows.filter(([number = '']) => !/-R\d+$/.test(number));
    const sumOf = (heading: string) =>
      sold.reduce((sum, row) => sum + centsOf(row[headings.indexOf(heading)] ?? ''), 0);
    expect(sold.length).toBe(sums.orders);
    expect(sumOf('Bedrag incl. btw')).toBe(sums.sold.wt);
    expect(sumOf('Bedrag excl. btw')).toBe(sums.sold.ex);
    expect(sumOf('Korting incl. btw')).toBe(sums.discount.wt);
    await expect(page.getByText(countSentence(ordersCount, file.rows.length))).toBeVisible();
  });

  test('names what is not known instead of 0, and breaks no rule of accessibility', async ({
    page,
    product,
    account,
  }) => {
    await signInAt(product, account);
    await untilCopied(product);
    await openAddress(page, '/report?period=last-month');
    const margin = page.getByRole('row', { name: new RegExp(words.report.revenue.margin) });
    await expect(margin).toContainText('niet bekend');
    await expectAccessible(page);
    for (const address of ['/overview', '/orders', '/catalog', '/discounts', '/journal', '/connection']) {
      await openAddress(page, address);
      await expectAccessible(page);
    }
  });

  test('shows an order that is sold and refunded there once it is read again', async ({ page, product, account }) => {
    await signInAt(product, account);
    await untilCopied(product);
    const id = account.account.sellOrder({ isPaid: true });
    const number = account.account.findOrder(id)?.number ?? '';
    await openAddress(page, '/orders?period=today');
    await expect(page.getByText(number, { exact: true })).toBeVisible({ timeout: FIRST_COPY_MS });

    account.account.refundOrder(id);
    await openAddress(page, '/connection');
    await page.getByRole('button', { name: words.connection.readAgain }).click();
    await openAddress(page, '/orders?period=today');
    await expect(page.getByText(`${number}-R1`, { exact: true })).toBeVisible({ timeout: FIRST_COPY_MS });
  });

  test('goes on being read while the account cannot be reached, with its age', async ({
    page,
    product,
    startAccount,
  }) => {
    const server = await startAccount({ orders: 6 });
    await signInAt(product, server);
    await untilCopied(product);
    server.switches.goOffline();
    await openAddress(page, '/connection');
    // New orders are asked for each minute, and a call that fails is repeated for 40 seconds first.
    await expect(page.getByText(words.connection.streams.unreached).first()).toBeVisible({ timeout: 150_000 });
    await expectAccessible(page);
    await openAddress(page, '/catalog');
    await expect(page.getByText(/^VB-\d{6}$/).first()).toBeVisible();
    await openAddress(page, '/report?period=last-month');
    await expect(page.getByRole('table', { name: words.report.revenue.title })).toBeVisible();
    const { status, headers } = await product.window.ask('GET', '/api/products?limit=1');
    expect([status, Number(headers.age) > 40]).toEqual([200, true]);
  });

  test('is stopped, read on, and emptied by its user', async ({ page, product, startAccount }) => {
    await signInAt(product, await startAccount({ orders: 200 }));
    await openAddress(page, '/connection');
    await page.getByRole('button', { name: words.connection.stop }).click();
    await expect(page.getByText(words.connection.stopped)).toBeVisible();
    expect((await copyOf(product))?.state).toBe('stopped');
    await openPage(page, 'report');
    await expect(page.getByText(words.states.copyRefusal.stopped)).toBeVisible();
    await expectAccessible(page);

    await openAddress(page, '/connection');
    await page.getByRole('button', { name: words.connection.readOn }).click();
    await expect(page.getByText(words.connection.states.reading)).toBeVisible();
    await expect
      .poll(async () => (await copyOf(product))?.coverage?.done, { timeout: FIRST_COPY_MS })
      .toBeGreaterThan(5);

    await page.getByRole('button', { name: words.connection.empty }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.connection.emptying.submit }).click();
    await expect(page.getByText(words.connection.emptying.done)).toBeVisible();
    // It begins by itself from the start.
    await expect.poll(async () => (await copyOf(product))?.state, { timeout: FIRST_COPY_MS }).toBe('reading');
  });

  test('says that its orders cannot be read, and has its products all the same', async ({
    page,
    product,
    startAccount,
  }) => {
    const server = await startAccount();
    server.switches.removeFunctions('listOrderIds', 'listOrders');
    await signInAt(product, server);
    await openPage(page, 'report');
    await expect(page.getByText(words.states.copyRefusal.noOrders)).toBeVisible({ timeout: FIRST_COPY_MS });
    await expectAccessible(page);
    await page.getByRole('link', { name: words.states.copyRefusal.seeConnection }).click();
    await expect(page.getByText(words.connection.streams.unreadableOrders)).toBeVisible();
    await openPage(page, 'catalog');
    await expect(page.getByText(/^VB-\d{6}$/).first()).toBeVisible();
  });
});

const ordersCount = { count_one: words.orders.count_one, count_other: words.orders.count_other };

async function chooseStoreKeeper(page: Page, { address }: StoreKeeperServer): Promise<void> {
  await page.getByLabel(words.signIn.platformKind.storeKeeper, { exact: true }).check();
  const field = page.getByRole('textbox', { name: words.signIn.address.storeKeeper });
  await field.fill(address);
  await field.blur();
}

async function fillEmail(page: Page, server: StoreKeeperServer, password = server.users[0].password): Promise<void> {
  await chooseStoreKeeper(page, server);
  const { account, email } = server.users[0];
  await page.getByLabel(words.signIn.account, { exact: true }).fill(account);
  await page.getByLabel(words.signIn.email, { exact: true }).fill(email);
  await page.getByLabel(words.signIn.password, { exact: true }).fill(password);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.signIn.submit, exact: true }).click();
}

/** Past the form, with the tour done. */
async function signInAt(product: UiEntrance, { address, users }: StoreKeeperServer): Promise<void> {
  const { account, email, password } = users[0];
  const platform = `storekeeper+${address}`;
  await callBridge(product, 'signIn', { account, email, password, platform, remember: false });
  await callBridge(product, 'changePreferences', { isTourDone: true });
}

async function copyOf(product: UiEntrance): Promise<CopyStatus | null> {
  return (await callBridge(product, 'readConnection', {})).copy;
}

/** Until every order has been read. */
async function untilCopied(product: UiEntrance): Promise<void> {
  await expect.poll(async () => (await copyOf(product))?.coverage?.isWhole, { timeout: FIRST_COPY_MS }).toBe(true);
}

/** `−1234,50` of a file for Dutch Excel, in cents. */
function centsOf(text: string): number {
  const [, sign, euros = '', cents = ''] = /^([-−]?)(\d+),(\d{2})$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`not euros: ${text}`);
  return (sign === '' ? 1 : -1) * (Number(euros) * 100 + Number(cents));
}
