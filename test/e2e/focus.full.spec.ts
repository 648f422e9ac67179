import { expect } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { catalogTable } from './support/catalog-steps.ts';
import { openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test('the keys lead the focus to the title of a page, and a dialog gives it back', async ({ page, signIn }) => {
  await signIn(OWNER);
  await openPage(page, 'catalog');
  await catalogTable(page).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: words.habits.palette.title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(catalogTable(page)).toBeFocused();
  await page.keyboard.press('Alt+4');
  const heading = page.getByRole('heading', { level: 1, name: words.shell.discounts });
  await expect(heading).toBeFocused();
  const { isOfKeys, outline } = await heading.evaluate((element) => ({
    isOfKeys: element.matches(':focus-visible'),
    outline: getComputedStyle(element).outlineStyle,
  }));
  // A heading is no control: it gets no box, also where a control would.
  expect({ isOfKeys, outline }).toEqual({ isOfKeys: true, outline: 'none' });
  await expect(page).toHaveTitle(`${words.shell.discounts} · Tilldesk`);
});
