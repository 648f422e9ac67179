import { expect, type Page } from '@playwright/test';
import { periodPicker } from './pages/period-picker.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { expectReport } from './support/expect-report.ts';
import { presetDays } from './support/page-steps.ts';
import { test as base } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

/** New sales would change the figures of other tests, so this one starts a separate product. */
const test = base.extend<object, { readonly shop: 'live' }>({ shop: ['live', { scope: 'worker', option: true }] });

test.beforeEach(({ signIn }) => signIn(OWNER));

test('the report follows sales without a reload, and ends equal to the API', async ({ page, api, shop }) => {
  expect(shop).toBe('live');
  await windowFrame(page).open('report');
  await periodPicker(page).choose('today');
  await expectReport(page, api, presetDays('today'));
  const before = await page.getByRole('main').innerText();
  const marked = await mark(page);

  await sell(page, /60/);
  await expect(async () =>
    expect(figures(await page.getByRole('main').innerText())).not.toBe(figures(before)),
  ).toPass();
  await sell(page, words.live.choiceOff);

  await expect(async () => {
    await expectReport(page, api, presetDays('today'));
  }).toPass();
  expect(await marked()).toBe(true);
});

/** Uses the menu, like a person. */
async function sell(page: Page, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Live/ }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

/** Returns how to check later that the page was not reloaded. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''));
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-not-reloaded'));
}

/** Without the time of the data, which changes at every reading. */
function figures(text: string): string {
  return text.replace(/\d\d:\d\d:\d\d/g, '');
}
