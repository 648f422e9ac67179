import type { Locator, Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The list of orders, with an order in the drawer. */
export function ordersPage(page: Page, words: Words = DUTCH) {
  const table = page.getByRole('grid', { name: words.orders.table });
  const drawer = page.getByRole('complementary');
  return {
    table,
    totals: table.locator('tfoot tr').first(),
    drawer,
    drawerTitle: drawer.getByRole('heading', { level: 2 }),
    /** Opens the page of the order from the drawer. */
    openLink: drawer.getByRole('link', { name: words.orders.order.open }),
    /** The index counts from 0 in the whole list. */
    row: (index: number): Locator => table.locator(`tr[data-index="${index}"]`),
  };
}
