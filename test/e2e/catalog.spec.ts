import { expect } from '@playwright/test';
import { listProducts, readProduct } from '../../shared/contract/products.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { catalog } from '../../shared/datasets/catalog.ts';
import type { ApiReader } from './support/api-reader.ts';
import { catalogTable, openProduct, rowOf, searchFor } from './support/catalog-steps.ts';
import { columnHeading } from './support/column-heading.ts';
import { OWNER } from './support/demo-users.ts';
import {
  type PricedProduct,
  productWithMostPrices,
  productWithoutPrices,
  readPriceList,
} from './support/expected-catalog.ts';
import { openPage } from './support/open-page.ts';
import { test } from './support/product-test.ts';
import { countText, plainText, unitPriceText } from './support/shown-figures.ts';
import { expectRows, readLines, readTable } from './support/shown-table.ts';
import { sentence, DUTCH as words } from './support/words.ts';

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
      await expect(page.getByText(countSentence(found.length), { exact: true })).toBeVisible();
    }
  });

  test('says that nothing was found, and clears the search', async ({ page }) => {
    await searchFor(page, 'zzzz');
    await expect(page.getByText('Geen artikel met ‘zzzz’.')).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: words.catalog.clearSearch }).click();
    await expect(page.getByText(countSentence(2400))).toBeVisible();
  });

  test('can be scrolled through to its last row', async ({ page, api }) => {
    const names = (await api.drain(listProducts)).map(({ sku, title }) => [sku, title]);
    expect(names).toHaveLength(2400);
    const table = catalogTable(page);
    const middle = () => table.evaluate((element) => element.parentElement?.scrollTo({ top: 32 * 1190 }));
    const shownNames = async () =>
      (await readTable(table)).rows.map(([at, cells]) => [at, cells.slice(0, 2)]);

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

  test('is sorted by the API, both ways and back', async ({ page, api }) => {
    const header = catalogTable(page).getByRole('button', {
      name: columnHeading(catalog, 'title'),
      exact: true,
    });
    for (const sort of ['title', '-title', undefined] as const) {
      await header.click();
      const { data } = await api.read(listProducts, { limit: 10, ...(sort && { sort }) });
      const firstSkus = async () =>
        (await readTable(catalogTable(page))).rows.slice(0, 10).map(([, [sku]]) => sku);
      await expect.poll(firstSkus).toEqual(data.map(({ sku }) => sku));
    }
  });
});

test.describe('the drawer of a product', () => {
  test('shows every price row of the API', async ({ page, api }) => {
    const product = await productWithMostPrices(api);
    const { prices } = await api.readOne(readProduct, product.id);
    const { data: rates } = await api.read(listTaxRates, { country_iso2: 'NL' });
    expect(prices.length).toBeGreaterThan(4);

    const drawer = await openProduct(page, product);
    const expected = prices.map((price) => [
      price.is_sale_price ? 'Verkoop' : `Inkoop (soort ${price.product_price_type_id})`,
      price.from_qty === null ? '' : plainText(price.from_qty),
      unitPriceText(price.ppu_wt),
      unitPriceText(price.ppu),
      plainText(rates.find(({ id }) => id === price.tax_rate_id)?.value ?? Number.NaN),
    ]);
    await expect.poll(() => readLines(drawer.getByRole('table'))).toEqual(expected);
  });

  test('of one that was never priced says so, and its row is blank', async ({ page, api }) => {
    const product = await productWithoutPrices(api);
    const drawer = await openProduct(page, product);
    await expect(drawer.getByText('Dit artikel heeft nog geen prijs.')).toBeVisible();
    const [row] = (await readTable(catalogTable(page))).rows;
    expect(row?.[1].slice(-3)).toEqual(['', '', '']);
  });

  test('is opened, walked and closed with the keyboard', async ({ page, api }) => {
    const { data: products } = await api.read(listProducts, { limit: 4 });
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

/** The columns of the table, a row a product. */
async function catalogRows(api: ApiReader, products: readonly PricedProduct[]): Promise<string[][]> {
  const { data: groups } = await api.read(listTurnoverGroups);
  const titleOf = (id: number) => groups.find((group) => group.id === id)?.title ?? '';
  return products.map(({ product, sale }) => [
    product.sku,
    product.title,
    titleOf(product.product_group_id),
    plainText(product.stock),
    ...(sale ? [unitPriceText(sale.ppu_wt), unitPriceText(sale.ppu), plainText(sale.vat)] : ['', '', '']),
  ]);
}

function countSentence(count: number): string {
  const form = count === 1 ? words.catalog.count_one : words.catalog.count_other;
  return sentence(form, { text: countText(count) });
}
