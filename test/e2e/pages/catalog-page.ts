import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '../../../shared/contract/products.ts';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function catalogPage(page: Page, words: Words = DUTCH) {
  const table = page.getByRole('grid', { name: words.shell.catalog });
  const firstRow = table.getByRole('row').nth(1);
  return {
    table,
    firstRow,
    /** The titles of the visible products. */
    titles: table.locator('tbody [data-column="title"]'),
    rowOf,
    search,
    drawerOf,

    /** Waits for rows with group titles: before, the keyboard has no rows, and the filter no groups. */
    untilRead: () => expect(firstRow.getByRole('gridcell').nth(1)).not.toBeEmpty(),

    /** Finds a product by its SKU and opens it with the mouse. Returns its drawer. */
    async openProduct({ sku, title }: Product): Promise<Locator> {
      await search(sku);
      // The row may belong to the previous list, which closes its drawer. A product found by its SKU is the first.
      await expect(firstRow.getByRole('rowheader', { name: sku, exact: true })).toBeVisible();
      await rowOf(sku).click();
      return drawerOf(title);
    },
  };

  function rowOf(sku: string): Locator {
    return table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: sku, exact: true }) });
  }

  async function search(term: string): Promise<void> {
    await page.getByRole('searchbox', { name: words.catalog.search }).fill(term);
  }

  function drawerOf(title: string): Locator {
    return page.getByRole('complementary', { name: title, exact: true });
  }
}
