import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { OTHER_OWNER, OWNER } from './support/api-reader.ts';
import { readShops } from './support/discount-steps.ts';
import { presetDays } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { user: ofUser, computer } = words.settings;

async function openSettings(page: Page): Promise<void> {
  await page.goto('/#/settings');
  await expect(page.getByRole('heading', { level: 1, name: words.shell.settings })).toBeVisible();
}

const savedIcon = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByText(words.settings.saved);

test('the default period and shop hold after a reload, for that user alone, and begin a page', async ({
  page,

  product,
  api,
  signIn,
}) => {
  const [, shop] = await readShops(api);
  if (!shop) throw new Error('the demo has one shop');
  await signIn(OWNER);
  await openSettings(page);
  await page.getByLabel(ofUser.defaultPeriod).selectOption('last-month');
  await page.getByLabel(ofUser.defaultShop).selectOption({ label: shop.title });
  await expect(savedIcon(page, ofUser.title)).toHaveCount(2);

  await page.reload();
  await expect(page.getByLabel(ofUser.defaultPeriod)).toHaveValue('last-month');
  await expect(page.getByLabel(ofUser.defaultShop)).toHaveValue(String(shop.id));

  const answer = page.waitForResponse((response) => response.url().includes(listDiscountOrders.path));
  await page.goto('/#/discounts');
  const { searchParams } = new URL((await answer).url());
  const expected = { ...presetDays('last-month'), shop_id: [shop.id] };
  expect(Object.fromEntries(searchParams)).toMatchObject({ ...expected, shop_id: String(shop.id) });
  const { total } = await (await answer).json();
  // The page counts what its chips hide, so it asks for more than it shows.
  const include_negative = searchParams.get('include_negative') === 'true';
  expect(total).toBe((await api.read(listDiscountOrders, { ...expected, include_negative })).total);

  await callBridge(product, 'signIn', { ...OTHER_OWNER, platform: null, remember: false });
  await page.reload();
  await openSettings(page);
  await expect(page.getByLabel(ofUser.defaultPeriod)).toHaveValue('automatic');
  await expect(page.getByLabel(ofUser.defaultShop)).toHaveValue('all');
});

test('the port of the API is kept for the next start', async ({ page, product, signIn }) => {
  await signIn(OWNER);
  await openSettings(page);
  const port = page.getByLabel(computer.apiPort);
  await port.fill('4990');
  await port.press('Enter');
  await expect(savedIcon(page, computer.title)).toBeVisible();
  await expect(page.getByText(computer.apiPortGiven)).toBeVisible();
  const file = await readFile(join(product.dataFolder, 'settings.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ apiPort: 4990 });
});

test('the page about Tilldesk names the API and the data folder that are in use', async ({ page, product, signIn }) => {
  await signIn(OWNER);
  await page.goto('/#/about');
  await expect(page.getByText(product.apiAddress, { exact: true })).toBeVisible();
  await expect(page.getByText(product.dataFolder, { exact: true })).toBeVisible();
  await expect(page.getByText(`Node.js ${process.versions.node}, SQLite`)).toBeVisible();
});
