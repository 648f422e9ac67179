import { expect, type Page } from '@playwright/test';
import { findBar } from './pages/find-bar.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

// Electron's user agent; the page has no other difference.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Tilldesk/0.1.0 Chrome/150 Electron/45.4.1' });

const highlighted = (page: Page) =>
  page.evaluate(() =>
    ['found', 'found-in-view'].map((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => String(range))),
  );

test('Ctrl+F finds text in the page of the Electron window', async ({ page, signIn }) => {
  await signIn(OWNER);
  await page.goto('/#/about');
  await windowFrame(page).expectHeading(words.shell.about);
  const link = windowFrame(page).link('catalog');
  await link.focus();
  await page.keyboard.press('Control+f');
  const { field, place } = findBar(page);
  await expect(field).toBeFocused();

  await field.pressSequentially('tilldesk');
  const [all = [], inView] = await highlighted(page);
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all.map((text) => text.toLowerCase()))).toEqual(new Set(['tilldesk']));
  expect(inView).toHaveLength(1);
  await expect(place).toHaveText(`1 van ${all.length}`);
  await field.press('Enter');
  await expect(place).toHaveText(`2 van ${all.length}`);
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await expect(place).toHaveText(`${all.length} van ${all.length}`);

  await field.fill('zoiets staat er niet (*');
  await expect(place).toHaveText(words.habits.palette.nothing);
  expect(await highlighted(page)).toEqual([[], []]);

  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(link).toBeFocused();
});
