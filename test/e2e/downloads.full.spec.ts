import { expect } from '@playwright/test';
import { dateAt } from '../../shared/calendar.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { orderStatusLabel } from '../../shared/order-labels.ts';
import { known } from '../support/known-figure.ts';
import { OWNER } from './support/api-reader.ts';
import { priceCells, readPriceList, searchFor } from './support/catalog-steps.ts';
import { downloadCsv } from './support/csv-file.ts';
import { chooseShop } from './support/discount-steps.ts';
import { choosePreset, fullMonths, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { ENGLISH, DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();
const EXPORT = words.exports.action;

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('the price list', () => {
  test('holds the products that are searched for, and no other', async ({ page, api }) => {
    await openPage(page, 'catalog');
    await searchFor(page, 'creme');
    const file = await downloadCsv(page, EXPORT);
    expect(file.rows).toEqual((await readPriceList(api, { q: 'creme' })).map(priceCells));
    expect(file.rows.length).toBeLessThan(100);
    expect(file.rows.every(([, title]) => /cr[eè]me/i.test(title ?? ''))).toBe(true);
  });
});

test.describe('the file of discounted orders', () => {
  test('of one shop names it, and tells nothing of customers unasked', async ({ page, api }) => {
    const { data: shops } = await api.read(listShops);
    const webshop = shops.find(({ type }) => type === 'webshop');
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    await chooseShop(page, webshop?.title ?? '');
    const file = await downloadCsv(page, EXPORT);

    expect(file.name).toBe(`kortingsorders_${last.from}_${last.to}_lindeenloof-example.csv`);
    expect(file.header).not.toMatch(/Klant|E-mail/);
    const { data: orders } = await api.read(listDiscountOrders, { ...last, shop_id: [Number(webshop?.id)] });
    expect(file.rows.map(([number, , , status]) => [number, status])).toEqual(
      orders.map(({ order_number, status }) => [order_number, orderStatusLabel(status, 'nl')]),
    );
    const people = orders.flatMap((order) => [order.customer_name, order.customer_email]).filter(Boolean);
    expect(people).not.toEqual([]);
    expect(people.filter((person) => file.rows.flat().includes(known(person)))).toEqual([]);
  });
});

test.describe('a file in English', () => {
  test.use({ locale: 'en-GB' });

  test('has an English name and English headings', async ({ page }) => {
    await openPage(page, 'catalog', ENGLISH);
    const file = await downloadCsv(page, ENGLISH.exports.action);
    expect(file.name).toBe(`price-list_${dateAt(Date.now())}.csv`);
    expect(file.header).toBe('SKU;Product;Price incl. VAT;Price excl. VAT;VAT %');
  });
});
