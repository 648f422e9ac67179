import { expect } from '@playwright/test';
import { catalogPage } from './pages/catalog-page.ts';
import { overviewPage } from './pages/overview-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test('keyboard navigation moves the focus to the title of a page, and a dialog returns it', async ({
  page,
  signIn,
}) => {
  await signIn(OWNER);
  await windowFrame(page).open('catalog');
  await catalogPage(page).table.focus();
  await page.keyboard.press('Control+k');
  await expect(windowFrame(page).palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(catalogPage(page).table).toBeFocused();
  await page.keyboard.press('Alt+4');
  const heading = page.getByRole('heading', { level: 1, name: words.discounts.title });
  await expect(heading).toBeFocused();
  const { isOfKeys, outline } = await heading.evaluate((element) => ({
    isOfKeys: element.matches(':focus-visible'),
    outline: getComputedStyle(element).outlineStyle,
  }));
  // A heading is not a control, so it gets no focus ring.
  expect({ isOfKeys, outline }).toEqual({ isOfKeys: true, outline: 'none' });
  await expect(page).toHaveTitle(`${words.discounts.title} · Tilldesk`);
});

test('Escape closes the day tooltip of the chart', async ({ page, signIn }) => {
  await signIn(OWNER);
  await windowFrame(page).open('overview');
  const { bars, dayDetails } = overviewPage(page);
  await bars.first().hover();
  await expect(dayDetails).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dayDetails).toHaveCount(0);
});
