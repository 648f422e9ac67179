import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function orderPage(page: Page, words: Words = DUTCH) {
  const items = page.getByRole('table', { name: words.orders.items.title });
  return {
    items,
    rateHeading: items.getByRole('columnheader', { name: words.orders.items.rate, exact: true }),
    vat: page.getByRole('table', { name: words.orders.vat.title }),
  };
}
