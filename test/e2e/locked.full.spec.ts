import { expect } from '@playwright/test';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { type Location, listLocations } from '../../shared/contract/locations.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listShops, type Shop } from '../../shared/contract/shops.ts';
import { shortShopNames } from '../../shared/shop-names.ts';
import { type ApiReader, openApi, UTRECHT } from './support/api-reader.ts';
import { catalogTable, searchFor } from './support/catalog-steps.ts';
import { expectOrders } from './support/discount-steps.ts';
import { expectReport } from './support/expect-report.ts';
import { choosePreset, fillSignIn, fullMonths, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { plainText, readTable } from './support/visible-table.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

test.describe('a user who is locked to the Utrecht location', () => {
  let ownApi: ApiReader;

  test.beforeAll(async ({ product }) => {
    ownApi = await openApi(product.apiAddress, UTRECHT);
  });

  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await fillSignIn(page, UTRECHT);
    await expect(page.getByText('Alleen Utrecht')).toBeVisible();
  });

  test('is offered the shops of that location alone', async ({ page, api }) => {
    const titles = (await shopsOfUtrecht(api)).map(({ title }) => title);
    const short = shortShopNames(titles);
    expect(titles).toHaveLength(2);
    await openPage(page, 'discounts');
    await page.getByRole('search').getByRole('button', { name: words.states.shop, exact: true }).click();
    await expect(page.getByRole('menuitemcheckbox')).toHaveText([words.states.everyPlace, ...titles.map(short)]);
  });

  test('sees the discounted orders of these shops alone', async ({ page, api }) => {
    const shopIds = (await shopsOfUtrecht(api)).map(({ id }) => id);
    const { data: all } = await api.read(listDiscountOrders, last);
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    const orders = await expectOrders(page, ownApi, last);
    expect(orders).toEqual(all.filter(({ shop_id }) => shopIds.includes(shop_id)));
    expect(orders.length).toBeGreaterThan(0);
  });

  test('sees the report of that location, and is offered no other', async ({ page, api }) => {
    const { id } = await utrechtOf(api);
    await openPage(page, 'report');
    await choosePreset(page, 'last-month');
    await expect(page.getByTitle(words.report.lockedLocation)).toHaveText('Vestiging: Utrecht');
    await expect(page.getByRole('button', { name: words.terms.location })).toHaveCount(0);
    await expectReport(page, api, { ...last, location_id: [id] }, ownApi);
    expect((await ownApi.read(readFinancialReport, last)).location_id).toBe(id);
  });

  test('sees the stock of that location', async ({ page, api }) => {
    const query = { q: 'kaars', limit: 10 };
    const own = (await ownApi.read(listProducts, query)).data.map(({ stock }) => stock);
    const whole = (await api.read(listProducts, query)).data.map(({ stock }) => stock);
    expect(own).not.toEqual(whole);
    await openPage(page, 'catalog');
    await searchFor(page, 'kaars');
    const shown = async () => (await readTable(catalogTable(page))).rows.slice(0, 10).map(([, cells]) => cells[3]);
    await expect.poll(shown).toEqual(own.map(plainText));
  });
});

async function utrechtOf(api: ApiReader): Promise<Location> {
  const { data: locations } = await api.read(listLocations);
  const utrecht = locations.find(({ title }) => title === 'Utrecht');
  if (!utrecht) throw new Error('The demo shop has no Utrecht location.');
  return utrecht;
}

async function shopsOfUtrecht(api: ApiReader): Promise<Shop[]> {
  const { id } = await utrechtOf(api);
  return (await api.read(listShops)).data.filter(({ location_id }) => location_id === id);
}
