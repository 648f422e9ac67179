import { expect } from '@playwright/test';
import { addDays, dateAt } from '../../shared/calendar.ts';
import { type ProductSalesRow, readProductSales } from '../../shared/contract/product-sales.ts';
import { listProducts, type Product, readProduct, STOCK_STATES } from '../../shared/contract/products.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { catalog } from '../../shared/datasets/declarations.ts';
import { type ApiReader, OWNER } from './support/api-reader.ts';
import {
  BY_TITLE,
  catalogRows,
  catalogTable,
  openProduct,
  priceLabel,
  productWithoutPrices,
  readPriceList,
  rowOf,
  searchFor,
  untilCatalogIsRead,
} from './support/catalog-steps.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectHeading, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { amountText, expectRows, plainText, readLines, readTable } from './support/visible-table.ts';
import { columnHeading, countSentence, sentence, DUTCH as words } from './support/window-texts.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openPage(page, 'catalog');
});

test.describe('the catalog', () => {
  test('finds what the API finds, and counts it', async ({ page, api }) => {
    for (const term of ['kaars', 'CREME brulee', '871', '"', '=', 'sierkussen laatste']) {
      await searchFor(page, term);
      const found = await readPriceList(api, { q: term });
      await expectRows(catalogTable(page), await catalogRows(api, found));
      await expect(page.getByText(foundSentence(found.length), { exact: true })).toBeVisible();
    }
  });

  test('says that nothing was found, and clears the search', async ({ page }) => {
    await searchFor(page, 'zzzz');
    await expect(page.getByText('Geen artikel met ‘zzzz’.')).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: words.states.clearSearch }).click();
    await expect(page.getByText(countSentence(words.catalog, 2400))).toBeVisible();
  });

  test('can be scrolled through to its last row', async ({ page, api }) => {
    const names = (await api.drain(listProducts, BY_TITLE)).map(({ sku, title }) => [sku, title]);
    expect(names).toHaveLength(2400);
    const table = catalogTable(page);
    const middle = () => table.evaluate((element) => element.parentElement?.scrollTo({ top: 32 * 1190 }));
    const shownNames = async () => (await readTable(table)).rows.map(([at, cells]) => [at, cells.slice(0, 2)]);

    for (const [move, place] of [
      [middle, 1195],
      [() => table.press('End'), 2399],
      [() => table.press('Home'), 0],
    ] as const) {
      await move();
      await expect.poll(shownNames).toContainEqual([place, names[place]]);
      const shown = await shownNames();
      expect(shown).toEqual(shown.map(([at]) => [at, names[Number(at)]]));
    }
  });

  test('opens by title, and is sorted by the API both ways', async ({ page, api }) => {
    const header = catalogTable(page).getByRole('button', { name: columnHeading(catalog, 'title'), exact: true });
    for (const sort of ['-title', 'title'] as const) {
      await header.click();
      const { data } = await api.read(listProducts, { limit: 10, sort });
      const firstSkus = async () => (await readTable(catalogTable(page))).rows.slice(0, 10).map(([, [sku]]) => sku);
      await expect.poll(firstSkus).toEqual(data.map(({ sku }) => sku));
    }
  });
});

test.describe('the filters of the catalog', () => {
  test('leave what the API leaves, each by itself and all together', async ({ page, api }) => {
    const { data: groups } = await api.read(listTurnoverGroups);
    const { data: rates } = await api.read(listTaxRates, { country_iso2: 'NL' });
    const group = groups[2]?.id ?? 0;
    const rate = rates[1]?.id ?? 0;
    const choices = [
      { product_group_id: group },
      { tax_rate_id: rate },
      ...STOCK_STATES.map((stock) => ({ stock })),
      { priced: true },
      { priced: false },
      { product_group_id: group, tax_rate_id: rates[0]?.id ?? 0, stock: 'positive' as const, priced: true },
    ];
    for (const choice of choices) {
      const { total } = await api.read(listProducts, { ...choice, limit: 1 });
      await page.goto(
        `/#/catalog?${new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)]))}`,
      );
      await expect(page.getByText(countSentence(words.catalog, total), { exact: true })).toBeVisible();
    }
  });

  test('are chosen with the keyboard, undone by a step back, and cleared', async ({ page, api }) => {
    const { data: groups } = await api.read(listTurnoverGroups);
    const group = groups.at(-1);
    const { total } = await api.read(listProducts, { product_group_id: group?.id ?? 0, limit: 1 });
    const filters = page.getByRole('search', { name: words.states.filters });
    await untilCatalogIsRead(page);
    await filters.getByRole('button', { name: words.terms.group }).press('Enter');
    await page.getByLabel(words.catalog.searchGroup).fill(group?.title ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByText(countSentence(words.catalog, total), { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`product_group_id=${group?.id}$`));
    await page.goBack();
    await expect(page.getByText(countSentence(words.catalog, 2400), { exact: true })).toBeVisible();
    await page.goForward();
    await filters.getByRole('button', { name: words.states.clearFilters }).click();
    await expect(page.getByText(countSentence(words.catalog, 2400), { exact: true })).toBeVisible();
  });
});

test.describe('the page of a product', () => {
  test('has the stock, the prices and the sales of the API, and leads back to its row', async ({ page, api }) => {
    const today = dateAt(Date.now());
    const days = { from: addDays(today, -89), to: today };
    const { data } = await api.read(readProductSales, { ...days, sort: '-value', limit: 20 });
    const sold = await firstWithStock(api, data);
    const { sums } = await api.read(readProductSales, { ...days, product_id: sold.id, limit: 1 });

    const drawer = await openProduct(page, sold);
    await drawer.getByRole('link', { name: words.catalog.productPage }).click();
    await expectHeading(page, sold.title);
    const turnover = page.getByRole('link', { name: `€ ${amountText(sums.value)}` }).first();
    await expect(turnover).toBeVisible();
    await expect(page.getByText(`€ ${amountText(sums.value_wt)}`)).toBeVisible();
    const { prices } = await api.readOne(readProduct, sold.id);
    const shownPrices = await readLines(page.getByRole('table', { name: words.catalog.prices }));
    expect(shownPrices.map(([name]) => name)).toEqual(prices.map(priceLabel));
    const stock = (await api.drain(listStock, { q: sold.sku })).filter((row) => row.product_id === sold.id);
    const shownStock = await readLines(page.getByRole('table', { name: words.catalog.product.stock }));
    const atLocations = stock.map((row) => plainText(row.quantity));
    const total = stock.reduce((sum, row) => sum + Math.round(row.quantity * 1_000), 0) / 1_000;
    expect(shownStock.map(([, quantity]) => quantity)).toEqual(
      stock.length > 1 ? [...atLocations, plainText(total)] : atLocations,
    );
    await expectAccessible(page);

    await page.getByRole('button', { name: words.states.back, exact: true }).click();
    await expect(page.getByRole('complementary', { name: sold.title, exact: true })).toBeVisible();
  });

  test('says that a product is not there', async ({ page }) => {
    await page.goto('/#/catalog/999999999');
    await page.getByRole('button', { name: words.catalog.product.toCatalog }).click();
    await expect(catalogTable(page)).toBeVisible();
  });
});

test.describe('the drawer of a product', () => {
  test('of one that was never priced says so, and its row is blank', async ({ page, api }) => {
    const product = await productWithoutPrices(api);
    const drawer = await openProduct(page, product);
    await expect(drawer.getByText('Dit artikel heeft nog geen prijs.')).toBeVisible();
    const [row] = (await readTable(catalogTable(page))).rows;
    expect(row?.[1].slice(-2)).toEqual(['', '']);
  });

  test('is opened, walked and closed with the keyboard', async ({ page, api }) => {
    const { data: products } = await api.read(listProducts, { ...BY_TITLE, limit: 4 });
    const table = catalogTable(page);
    const drawer = page.getByRole('complementary');
    await expect(rowOf(page, products[0]?.sku ?? '')).toBeVisible();

    await table.press('ArrowDown');
    await table.press('ArrowDown');
    await table.press('Enter');
    await expect(drawer).toHaveAccessibleName(products[2]?.title ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(drawer).toHaveAccessibleName(products[3]?.title ?? '');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(drawer).toHaveAccessibleName(products[1]?.title ?? '');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(table).toBeFocused();
  });
});

/** A product that was sold, has stock somewhere, and more than one price. */
async function firstWithStock(api: ApiReader, sales: readonly ProductSalesRow[]): Promise<Product> {
  for (const { product_id } of sales) {
    if (product_id === null) continue;
    const product = await api.readOne(readProduct, product_id);
    if (product.stock !== 0 && product.prices.length > 1) return product;
  }
  throw new Error('None of the products that sell best has stock.');
}

/** The count of a search; the best match of one product is that product. */
function foundSentence(count: number): string {
  const counted = countSentence(words.catalog, count);
  return count > 1 ? sentence(words.catalog.bestFirst, { count: counted }) : counted;
}
