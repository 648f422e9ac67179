import type { Locator, Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The list of orders, with an order beside it. */
export function ordersPage(page: Page, words: Words = DUTCH) {
  const table = page.getByRole('grid', { name: words.orders.table });
  const drawer = page.getByRole('complementary');
  return {
    table,
    totals: table.locator('tfoot tr').first(),
    drawer,
    drawerTitle: drawer.getByRole('heading', { level: 2 }),
    /** Leads from the drawer to the page of the order. */
    openLink: drawer.getByRole('link', { name: words.orders.order.open }),
    /** By its position in the whole list, counted from 0. */
    row: (index: number): Locator => table.locator(`tr[data-index="${index}"]`),
  };
}
