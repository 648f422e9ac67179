import { expect, type Page } from '@playwright/test';
import { getDateAt } from '../../shared/calendar.ts';
import type { DiscountOrder } from '../../shared/contract/discount-orders.ts';
import {
  type ReportCheck,
  type ReportRate,
  readFinancialReport,
  type WholeReport,
} from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { readProduct } from '../../shared/contract/products.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { discountOrders } from '../../shared/datasets/declarations.ts';
import { formatRateName } from '../../shared/vat-return.ts';
import { getPercentage, toUnits } from '../support/exact-euros.ts';
import { assertKnown } from '../support/known-figure.ts';
import { assertWholeReport } from '../support/whole-report.ts';
import { catalogPage } from './pages/catalog-page.ts';
import { discountsPage } from './pages/discounts-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { reportPage } from './pages/report-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { type ApiReader, OWNER } from './support/api-reader.ts';
import { catalogRows, priceCells, priceLabel, productWithMostPrices, readPriceList } from './support/catalog-steps.ts';
import { csvEuros, csvPercentage, csvText, csvUnits, downloadCsv } from './support/csv-file.ts';
import { expectOrders } from './support/discount-steps.ts';
import { expectReport } from './support/expect-report.ts';
import { fullMonths } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { expectRows, plainText, readLines, unitPriceText } from './support/visible-table.ts';
import { columnHeading, DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

const EXPORT = words.exports.as['csv-excel'];

test.beforeEach(async ({ page, product, signIn }) => {
  // Gives the owner default preferences.
  await signIn(OWNER);
  await callBridge(product, 'signOut', {});
  await page.goto('/');
  await signInPage(page).signIn(OWNER);
  await windowFrame(page).expectHeading(words.shell.overview);
});

test('the main job works from sign-in to the files, with the figures of the API on screen and in each file', async ({
  page,
  api,
}) => {
  await test.step('the price list', () => seePriceList(page, api));
  await test.step('the drawer of a product', () => seeDrawer(page, api));
  await test.step('the discounted orders', () => seeDiscountedOrders(page, api));
  await test.step('the financial report', () => seeReport(page, api));
});

async function seePriceList(page: Page, api: ApiReader): Promise<void> {
  await windowFrame(page).choose('catalog');
  const priceList = await readPriceList(api);
  expect(priceList).toHaveLength(2400);
  await expectRows(catalogPage(page).table, await catalogRows(api, priceList));

  const file = await downloadCsv(page, EXPORT);
  expect(file.name).toBe(`prijslijst_${getDateAt(Date.now())}.csv`);
  expect(file.header).toBe('Artikelnummer;Artikel;Prijs incl. btw;Prijs excl. btw;Btw %');
  expect(file.rows).toEqual(priceList.map(priceCells));
  await expect(windowFrame(page).exportStrip).toContainText(`${file.name} (in Downloads) is klaar: 2.400 rijen`);
}

async function seeDrawer(page: Page, api: ApiReader): Promise<void> {
  await catalogPage(page).search('kaars');
  await expectRows(catalogPage(page).table, await catalogRows(api, await readPriceList(api, { q: 'kaars' })));

  const product = await productWithMostPrices(api);
  const { prices } = await api.readOne(readProduct, product.id);
  const { data: rates } = await api.read(listTaxRates, { country_iso2: 'NL' });
  expect(prices.length).toBeGreaterThan(4);
  const drawer = await catalogPage(page).openProduct(product);
  const expected = prices.map((price) => [
    priceLabel(price, prices),
    unitPriceText(price.ppu_wt),
    unitPriceText(price.ppu),
    plainText(rates.find(({ id }) => id === price.tax_rate_id)?.value ?? Number.NaN),
  ]);
  const table = drawer.getByRole('table', { name: words.catalog.prices });
  await expect.poll(() => readLines(table)).toEqual(expected);
}

async function seeDiscountedOrders(page: Page, api: ApiReader): Promise<void> {
  await windowFrame(page).choose('discounts');
  await periodPicker(page).choose('last-month');
  await expectOrders(page, api, last);

  await discountsPage(page).choose('both');
  const orders = await expectOrders(page, api, { ...last, include_negative: true });
  expect(orders.length, 'more than one batch of the platform').toBeGreaterThan(100);
  for (const id of ['customer_name', 'customer_email', 'status'] as const) {
    await discountsPage(page).toggleColumn(columnHeading(discountOrders, id));
  }
  const file = await downloadCsv(page, EXPORT);
  expect(file.name).toBe(`kortingsorders_${last.from}_${last.to}_alle-winkels_met-negatieve.csv`);
  expect(file.header).toBe(
    'Ordernummer;Datum;Winkel;Klant;E-mailadres;Korting incl. btw;Korting excl. btw;Korting %;' +
      'Bedrag incl. btw;Bedrag excl. btw',
  );
  const { data: shops } = await api.read(listShops);
  const shopTitle = (id: number) => shops.find((shop) => shop.id === id)?.title ?? '';
  expect(file.rows).toEqual(orders.map((order) => orderCells(order, shopTitle(order.shop_id))));
}

async function seeReport(page: Page, api: ApiReader): Promise<void> {
  await windowFrame(page).choose('report');
  await periodPicker(page).choose('last-month');
  const whole = await expectReport(page, api, last);
  expect(whole.revenue.total_turnover).toBeGreaterThan(0);
  expect(whole.checks).toHaveLength(12);
  expect(whole.checks.filter(({ holds }) => !holds)).toEqual([]);

  const location = (await api.read(listLocations)).data.find(({ title }) => title === 'Haarlem');
  await reportPage(page).choosePlace('Haarlem');
  const file = await downloadCsv(page, EXPORT);
  const report = assertWholeReport(
    await api.read(readFinancialReport, { ...last, location_id: [Number(location?.id)] }),
  );
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
  const rowsOf = (name: string) => figures.filter(([section]) => section === name);
  const derived = [VAT_RETURN, WAY_TO_PAYMENTS, VAT_BOXES].flatMap(rowsOf);
  expect(figures.filter((cells) => !derived.includes(cells))).toEqual(reportFileRows(report));
  expect(rowsOf(VAT_RETURN).slice(-3)).toEqual(vatReturnEnd(report));
  const way = rowsOf(WAY_TO_PAYMENTS);
  expect(way.at(0)).toEqual([
    WAY_TO_PAYMENTS,
    'Omzet',
    '',
    '',
    '',
    csvUnits(toUnits(report.revenue.total_turnover_wt)),
    '',
  ]);
  // A difference of 0 has no row.
  expect(way.at(-1)?.slice(0, 2)).toEqual([WAY_TO_PAYMENTS, 'Totaal betaalwijzen']);
  expect(rowsOf(VAT_BOXES).map(([, label, detail]) => [label, detail])).toEqual([
    ['Toelichting', expect.stringContaining('de aangifte is voor het hele bedrijf')],
  ]);
}

const WAY_TO_PAYMENTS = 'Van omzet naar betaalwijzen';

const VAT_BOXES = 'In te vullen in de aangifte';

const VAT_RETURN = 'Btw per tarief, voor de aangifte';

/**
 * Its boxes contain every rate of the report, paid immediately, unpaid, and paid later. With rounding they add up to
 * the turnover.
 */
function vatReturnEnd({ revenue, direct_paid: direct, not_paid_now: open }: WholeReport): readonly Cells[] {
  const rates = [...direct.rates, ...open.rates, ...open.settled_since.rates];
  const base = rates.reduce((sum, rate) => sum + toUnits(rate.base), toUnits(0));
  const incl = rates.reduce((sum, rate) => sum + toUnits(rate.total_wt), toUnits(0));
  return [
    [VAT_RETURN, 'Totaal van alle tarieven', '', csvUnits(base), csvUnits(incl - base), csvUnits(incl), ''],
    [VAT_RETURN, 'Afrondingsverschillen', '', ...both(-revenue.total_differences, -revenue.total_differences_wt)],
    [VAT_RETURN, 'Omzet', '', ...both(revenue.total_turnover, revenue.total_turnover_wt)],
  ];
}

function orderCells(order: DiscountOrder, shop: string): string[] {
  const discount = toUnits(order.discount_value_wt);
  const sold = toUnits(order.sold_before_discount_wt ?? 0);
  return [
    order.order_number,
    order.date_purchased.slice(0, 19).replace('T', ' '),
    shop,
    csvText(assertKnown(order.customer_name)),
    csvText(assertKnown(order.customer_email)),
    csvEuros(order.discount_value_wt),
    csvEuros(order.discount_value_ex_wt),
    csvPercentage(discount < 0 || discount > sold ? null : getPercentage(discount, sold)),
    csvEuros(order.value_wt),
    csvEuros(order.value_ex_wt),
  ];
}

type Cells = readonly string[];

/** The rows of the report file after its header: every figure of the API, section by section. */
function reportFileRows(report: WholeReport): readonly Cells[] {
  return [
    ...revenueRows(report.revenue),
    ...directRows(report.direct_paid),
    ...openRows(report.not_paid_now),
    ...groupRows(report.turnover_by_group),
    ...report.checks.flatMap(checkRows),
  ];
}

function revenueRows(revenue: WholeReport['revenue']): readonly Cells[] {
  const { margin, non_revenue: other } = revenue;
  const row = (item: string, ...figures: Cells) => ['Omzet', item, '', ...figures];
  const noTurnover = (item: string, amount: number) => ['Ontvangen, geen omzet', item, '', ...both(amount, amount)];
  return [
    row('Verkopen', ...both(revenue.total_sales, revenue.total_sales_wt)),
    row('Retouren', ...both(-revenue.total_returns, -revenue.total_returns_wt)),
    row('Afrondingsverschillen', ...both(-revenue.total_differences, -revenue.total_differences_wt)),
    row('Omzet', ...both(revenue.total_turnover, revenue.total_turnover_wt)),
    row('Inkoopwaarde van de omzet', csvEuros(-assertKnown(revenue.total_cost_of_goods_sold)), '', '', ''),
    row('Brutomarge', csvEuros(assertKnown(margin.value)), '', '', csvPercentage(margin.percentage)),
    noTurnover('Verkochte cadeaubonnen', other.gift_cards),
    noTurnover('Fooien', other.tips),
    noTurnover('Ontvangen op facturen', other.payments_on_invoice),
    noTurnover('Vooruitbetalingen', other.prepayments),
    noTurnover('Totaal geen omzet', other.total),
  ];
}

function directRows(direct: WholeReport['direct_paid']): readonly Cells[] {
  const { balance_check: check, payment_methods: methods } = direct;
  const section = 'Directe betalingen';
  const balance = (label: string, side: string, amount: number, part = '') => [
    ...['Betaalwijzen', label, side],
    ...withVat(amount),
    part,
  ];
  return [
    ...rateRows(section, direct.rates),
    [section, 'Afrondingsverschillen', '', ...both(-direct.differences, -direct.differences)],
    [section, 'Ontvangen, geen omzet', '', ...both(direct.non_revenue, direct.non_revenue)],
    [section, 'Totaal direct betaald', '', ...both(direct.total, direct.total_wt)],
    ...methods.map(({ title, amount }) => [
      'Betaalwijzen',
      title,
      '',
      ...withVat(amount),
      share(amount, check.payments_total),
    ]),
    balance('Totaal betaalwijzen', '', check.payments_total, '100,00'),
    balance('Totaal direct betaald', '', check.expected_total),
    balance('Verschil', 'de betalingen sluiten aan', check.difference),
  ];
}

function openRows(open: WholeReport['not_paid_now']): readonly Cells[] {
  const { settled_since: settled } = open;
  const [now, since] = ['Nog niet betaald, op rekening', 'Op rekening verkocht en inmiddels betaald'];
  return [
    ...rateRows(now, open.rates),
    [now, 'Totaal nog niet betaald', '', ...both(open.total, open.total_wt)],
    ...rateRows(since, settled.rates),
    [since, 'Totaal inmiddels betaald', '', ...both(settled.total, settled.total_wt)],
  ];
}

function groupRows(groups: WholeReport['turnover_by_group']): readonly Cells[] {
  const section = 'Omzet per omzetgroep';
  const shopTitle = (id: number) => groups.shops.find(({ shop_id }) => shop_id === id)?.title ?? '';
  return [
    ...groups.rows.map(({ title, product_group_code, total, total_wt }) => [
      section,
      title,
      product_group_code ?? '',
      ...figures(total, total_wt, share(total, groups.total)),
    ]),
    [section, 'Totaal', '', ...figures(groups.total, groups.total_wt, '100,00')],
    ...groups.rows.flatMap(({ title, product_group_code: code, shops }) =>
      shops.map(({ shop_id, value, value_wt }) => [
        'Omzet per omzetgroep en winkel',
        code === null ? title : `${code} ${title}`,
        shopTitle(shop_id),
        ...both(value, value_wt),
      ]),
    ),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) => [
      'Omzet per winkel',
      shopTitle(shop_id),
      '',
      ...figures(value, value_wt, share(value, groups.total)),
    ]),
    ['Omzet per winkel', 'Totaal', '', ...figures(groups.total, groups.total_wt, '100,00')],
  ];
}

/** The file has separate texts for checks, so only the section, sides and figures are compared. */
function checkRows({ name, left, right, difference }: ReportCheck): readonly Cells[] {
  const place = (amount: number) => (name.endsWith('_ex') ? [csvEuros(amount), '', '', ''] : [...withVat(amount), '']);
  return [
    ['Controles', 'berekend', ...place(left)],
    ['Controles', 'in het rapport', ...place(right)],
    ['Controles', 'verschil (klopt)', ...place(difference)],
  ];
}

function rateRows(section: string, rates: readonly ReportRate[]): readonly Cells[] {
  const isForeign = ({ country_iso2 }: ReportRate) => Number(country_iso2 !== 'NL');
  const dutchFirst = rates.toSorted((one, other) => isForeign(one) - isForeign(other));
  return dutchFirst.map((rate) => [
    section,
    'Btw-tarief',
    `${formatRateName(rate, 'nl')} ${rate.country_iso2}`,
    csvEuros(rate.base),
    csvEuros(rate.tax),
    csvEuros(rate.total_wt),
    // Exempt is not a rate.
    rate.name === 'Vrijgesteld' ? rate.name : csvPercentage(rate.value),
  ]);
}

function both(exVat: number, inclVat: number): Cells {
  return figures(exVat, inclVat, '');
}

function figures(exVat: number, inclVat: number, last: string): Cells {
  return [csvEuros(exVat), csvUnits(toUnits(inclVat) - toUnits(exVat)), csvEuros(inclVat), last];
}

function withVat(amount: number): Cells {
  return ['', '', csvEuros(amount)];
}

function share(part: number, whole: number): string {
  return csvPercentage(getPercentage(toUnits(part), toUnits(whole)));
}
