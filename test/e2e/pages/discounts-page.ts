import { expect, type Page } from '@playwright/test';
import type { DiscountSign, DiscountSwitch } from '../../../renderer/features/discounts/discount-choices.ts';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function discountsPage(page: Page, words: Words = DUTCH) {
  const table = page.getByRole('grid', { name: words.discounts.title });
  return {
    table,
    rows: table.locator('tbody tr[data-index]'),

    /** Chooses an item of the menu of shown discounts. */
    async choose(choice: DiscountSwitch | DiscountSign): Promise<void> {
      await page.getByRole('button', { name: words.discounts.show, exact: true }).click();
      const isSign = choice === 'positive' || choice === 'both' || choice === 'negative';
      const item = isSign
        ? page.getByRole('menuitemradio', { name: words.discounts.signs[choice] })
        : page.getByRole('menuitemcheckbox', { name: words.discounts[choice] });
      await item.click();
      await expect(item).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(item).toBeHidden();
    },

    /** Shows or hides a column. */
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
