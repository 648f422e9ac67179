import { expect, type Page } from '@playwright/test';
import type { DiscountSwitch } from '../../../renderer/features/discounts/discount-choices.ts';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function discountsPage(page: Page, words: Words = DUTCH) {
  const table = page.getByRole('grid', { name: words.discounts.table });
  return {
    table,
    rows: table.locator('tbody tr[data-index]'),

    /** Presses a filter that is on or off. */
    press: (filter: DiscountSwitch) => page.getByRole('button', { name: words.discounts[filter] }).click(),

    /** Shows a column that is hidden, or hides one. */
    async toggleColumn(heading: string): Promise<void> {
      await page.getByRole('button', { name: words.states.columns }).click();
      const column = page.getByRole('menuitemcheckbox', { name: heading });
      const before = (await column.getAttribute('aria-checked')) === 'true';
      await column.click();
      await expect(column).toBeChecked({ checked: !before });
      await page.keyboard.press('Escape');
      await expect(column).toBeHidden();
    },
  };
}
