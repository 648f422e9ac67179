import { expect, type Locator, type Page } from '@playwright/test';
import type { DiscountSwitch } from '../../../renderer/features/discounts/discount-choices.ts';
import { DUTCH as words } from './words.ts';

export function ordersTable(page: Page): Locator {
  return page.getByRole('grid', { name: words.discounts.table });
}

export async function chooseShop(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: words.states.shop, exact: true }).click();
  await page.getByRole('menuitem', { name: title }).click();
}

/** Presses a filter that is on or off. */
export async function press(page: Page, filter: DiscountSwitch): Promise<void> {
  await page.getByRole('button', { name: words.discounts[filter] }).click();
}

/** Shows a column that is hidden, or hides one. */
export async function toggleColumn(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: words.states.columns }).click();
  const column = page.getByRole('menuitemcheckbox', { name: heading });
  await column.click();
  await page.keyboard.press('Escape');
  await expect(column).toBeHidden();
}
