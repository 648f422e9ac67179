import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '../../../shared/contract/products.ts';
import { DUTCH as words } from './words.ts';

export function catalogTable(page: Page): Locator {
  return page.getByRole('grid', { name: words.shell.catalog });
}

/** Waits for rows with the titles of their groups: keys have no row to walk before, nor the filter its groups. */
export async function untilCatalogIsRead(page: Page): Promise<void> {
  await expect(catalogTable(page).getByRole('row').nth(1).getByRole('gridcell').nth(2)).not.toBeEmpty();
}

export async function searchFor(page: Page, term: string): Promise<void> {
  await page.getByRole('searchbox', { name: words.catalog.search }).fill(term);
}

/** Finds a product by its SKU and opens it with the mouse. Answers its drawer. */
export async function openProduct(page: Page, { sku, title }: Product): Promise<Locator> {
  await searchFor(page, sku);
  // The row may stand in the list before, whose drawer closes with it: the heading is all that is left without the SKU.
  await expect(catalogTable(page).getByRole('row').filter({ hasNotText: sku })).toHaveCount(1);
  await rowOf(page, sku).click();
  return productDrawer(page, title);
}

export function rowOf(page: Page, sku: string): Locator {
  return catalogTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: sku, exact: true }) });
}

function productDrawer(page: Page, title: string): Locator {
  return page.getByRole('complementary', { name: title, exact: true });
}
