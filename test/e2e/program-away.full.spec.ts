import { expect, type Locator, type Page } from '@playwright/test';
import { catalogPage } from './pages/catalog-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { test } from './support/own-product-test.ts';
import { readTable } from './support/visible-table.ts';
import { DUTCH as words } from './support/window-texts.ts';

test('a window says that the program is unavailable, keeps its content, and continues by itself', async ({
  browser,
  running,
}) => {
  const page = await (await browser.newContext({ locale: 'nl-NL' })).newPage();
  await openCatalog(page, running.launchAddress);
  const rows = await firstRows(page);

  running.sleep();
  await expect(page.getByText(words.states.away)).toBeVisible();
  expect(await firstRows(page)).toEqual(rows);
  await expectAccessible(page);
  // A page that is opened meanwhile waits.
  await windowFrame(page).link('report').click();
  await expect(page.getByText(words.states.away)).toBeVisible();
  await expectNoInternalError(page);

  running.wake();
  await windowFrame(page).expectHeading(words.shell.report);
  await expect(page.getByText(words.states.away)).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText(/^Stand van \d\d:\d\d$/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('alert')).toBeHidden();
  await page.context().close();
});

test('the notice covers nothing, and nothing covers it', async ({ browser, running }) => {
  const page = await (await browser.newContext({ locale: 'nl-NL' })).newPage();
  await openCatalog(page, running.launchAddress);
  await catalogPage(page).table.getByRole('row').nth(2).click();
  const drawer = page.getByRole('main').getByRole('complementary');
  await expect(drawer).toBeVisible();
  running.sleep();
  const notice = page.getByText(words.states.away);
  await expect(notice).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [320, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const below of [drawer, page.locator('h1'), page.getByRole('navigation', { name: words.shell.navigation })]) {
      await expect
        .poll(async () => (await edgesOf(below)).top - (await edgesOf(notice)).bottom)
        .toBeGreaterThanOrEqual(0);
    }
    expect((await edgesOf(drawer)).bottom).toBeLessThanOrEqual(height);
    // In the narrow window the drawer covers the page, whose heading is inert.
    if (width > 320) await expectAccessible(page);
  }
  running.wake();
  await page.context().close();
});

async function edgesOf(locator: Locator) {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return { top: y, bottom: y + height };
}

async function openCatalog(page: Page, launchAddress: string): Promise<void> {
  await page.goto(launchAddress);
  await signInPage(page).signIn(OWNER);
  await windowFrame(page).choose('catalog');
  await expect(catalogPage(page).table.getByRole('row').nth(2)).toBeVisible();
}

/** The rows that are shown with the notice above the page too. */
async function firstRows(page: Page) {
  return (await readTable(catalogPage(page).table)).rows.slice(0, 10);
}

async function expectNoInternalError(page: Page): Promise<void> {
  await expect(page.getByText(words.states.failed.internal)).toBeHidden();
  await expect(page.getByText(words.states.failed.internalWithNumber)).toBeHidden();
}
