import { expect } from '@playwright/test';
import { dateAt } from '../../shared/calendar.ts';
import { type DiscountOrder, listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { discountOrders } from '../../shared/datasets/discount-orders.ts';
import { orderStatusWords } from '../../shared/order-status-words.ts';
import { percentage, units } from '../support/exact-euros.ts';
import { searchFor } from './support/catalog-steps.ts';
import { columnHeading } from './support/column-heading.ts';
import { csvEuros, csvNumber, csvText, downloadCsv } from './support/csv-file.ts';
import { fullMonths } from './support/days.ts';
import { OWNER } from './support/demo-users.ts';
import { chooseShop, press, toggleColumn } from './support/discount-steps.ts';
import { type PricedProduct, readPriceList } from './support/expected-catalog.ts';
import { reportFileRows } from './support/expected-report-file.ts';
import { exportStrip } from './support/export-steps.ts';
import { openPage } from './support/open-page.ts';
import { choosePreset } from './support/period-steps.ts';
import { test } from './support/product-test.ts';
import { ENGLISH, DUTCH as words } from './support/words.ts';

const { last } = fullMonths();
const EXPORT = words.exports.action;

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('the price list', () => {
  test('holds the whole catalog as the API has it, under the headings of the specification', async ({
    page,
    api,
  }) => {
    await openPage(page, 'catalog');
    const file = await downloadCsv(page, EXPORT);
    expect(file.name).toBe(`prijslijst_${dateAt(Date.now())}.csv`);
    expect(file.header).toBe('sku;title;ppu_wt;ppu;vat');
    expect(file.rows).toHaveLength(2400);
    expect(file.rows).toEqual((await readPriceList(api)).map(priceCells));
    await expect(exportStrip(page)).toContainText(`${file.name} (in Downloads) is klaar: 2.400 rijen`);
  });

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
  test('holds every order of the filters, with the columns that are shown', async ({ page, api }) => {
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    await press(page, 'include_negative');
    for (const id of ['customer_name', 'customer_email', 'status'] as const) {
      await toggleColumn(page, columnHeading(discountOrders, id));
    }
    const file = await downloadCsv(page, EXPORT);

    expect(file.name).toBe(`kortingsorders_${last.from}_${last.to}_alle-winkels_met-negatieve.csv`);
    expect(file.header).toBe(
      'Ordernummer;Datum;Winkel;Klant;E-mailadres;Korting incl. btw;Korting excl. btw;Korting %;' +
        'Bedrag incl. btw;Bedrag excl. btw;Backoffice',
    );
    const { data: orders } = await api.read(listDiscountOrders, { ...last, include_negative: true });
    const { data: shops } = await api.read(listShops);
    const shopTitle = (id: number) => shops.find((shop) => shop.id === id)?.title ?? '';
    expect(file.rows).toEqual(orders.map((order) => orderCells(order, shopTitle(order.shop_id))));
    expect(orders.length, 'more than one batch of the platform').toBeGreaterThan(100);
  });

  test('of one shop names it, and tells nothing of customers unasked', async ({ page, api }) => {
    const { data: shops } = await api.read(listShops);
    const webshop = shops.find(({ type }) => type === 'webshop');
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    await chooseShop(page, webshop?.title ?? '');
    const file = await downloadCsv(page, EXPORT);

    expect(file.name).toBe(`kortingsorders_${last.from}_${last.to}_lindeenloof-example.csv`);
    expect(file.header).not.toMatch(/Klant|E-mail/);
    const { data: orders } = await api.read(listDiscountOrders, { ...last, shop_id: Number(webshop?.id) });
    expect(file.rows.map(([number, , , status]) => [number, status])).toEqual(
      orders.map(({ order_number, status }) => [order_number, orderStatusWords(status, 'nl')]),
    );
    const people = orders.flatMap((order) => [order.customer_name, order.customer_email]).filter(Boolean);
    expect(people).not.toEqual([]);
    expect(people.filter((person) => file.rows.flat().includes(person))).toEqual([]);
  });
});

test.describe('the file of the financial report', () => {
  test('holds every figure of the API for the period and location', async ({ page, api }) => {
    const location = (await api.read(listLocations)).data.find(({ title }) => title === 'Haarlem');
    await openPage(page, 'report');
    await choosePreset(page, 'last-month');
    await page.getByRole('button', { name: words.report.location }).click();
    await page.getByRole('menuitem', { name: 'Haarlem' }).click();
    const file = await downloadCsv(page, EXPORT);
    const report = await api.read(readFinancialReport, { ...last, location_id: Number(location?.id) });

    expect(file.name).toBe(`financieel-rapport_${last.from}_${last.to}_haarlem.csv`);
    expect(file.header).toBe('Onderdeel;Regel;Detail;Excl. btw;Btw;Incl. btw;Percentage');
    const opening = file.rows.filter(([section]) => section === 'Rapport').map(([, ...cells]) => cells);
    expect(opening.slice(0, -1)).toEqual([
      ['Van', last.from, '', '', '', ''],
      ['Tot en met', last.to, '', '', '', ''],
      ['Vestiging', 'Haarlem', '', '', '', ''],
      ...report.shops.map(({ title }) => ['Winkel', title, '', '', '', '']),
      ['Valuta', 'EUR', '', '', '', ''],
    ]);
    const figures = file.rows
      .slice(opening.length)
      .map((cells) => (cells[0] === 'Controles' ? cells.toSpliced(1, 1) : cells));
    expect(figures).toEqual(reportFileRows(report));
  });
});

test.describe('a file in English', () => {
  test.use({ locale: 'en-GB' });

  test('has an English name, and the same headings for a price list', async ({ page }) => {
    await openPage(page, 'catalog', ENGLISH);
    const file = await downloadCsv(page, ENGLISH.exports.action);
    expect(file.name).toBe(`price-list_${dateAt(Date.now())}.csv`);
    expect(file.header).toBe('sku;title;ppu_wt;ppu;vat');
  });
});

function priceCells({ product: { sku, title }, sale }: PricedProduct): string[] {
  const prices = sale ? [csvEuros(sale.ppu_wt), csvEuros(sale.ppu), csvNumber(sale.vat)] : ['', '', ''];
  return [csvText(sku), csvText(title), ...prices];
}

function orderCells(order: DiscountOrder, shop: string): string[] {
  const discount = units(order.discount_value_wt);
  return [
    order.order_number,
    order.date_purchased.slice(0, 19).replace('T', ' '),
    shop,
    csvText(order.customer_name),
    csvText(order.customer_email),
    csvEuros(order.discount_value_wt),
    csvEuros(order.discount_value_ex_wt),
    csvNumber(percentage(discount, units(order.value_wt) + discount)),
    csvEuros(order.value_wt),
    csvEuros(order.value_ex_wt),
    order.backoffice_url,
  ];
}
