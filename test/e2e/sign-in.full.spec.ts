import { expect } from '@playwright/test';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test } from './support/product-test.ts';
import { ENGLISH, DUTCH as words } from './support/window-texts.ts';

test.describe('sign-in page', () => {
  test('is not shown to a browser that was not admitted', async ({ browser, product }) => {
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await stranger.newPage();
    const answer = await page.goto(product.origin);
    expect(answer?.status()).toBe(401);
    await stranger.close();
  });

  test('says that the password is wrong, and accepts another one', async ({ page }) => {
    await page.goto('/');
    await signInPage(page).signIn({ ...OWNER, password: 'not-my-password' });
    await expect(page.getByRole('alert')).toHaveText(words.signIn.refused);
    await signInPage(page).signIn(OWNER);
    await windowFrame(page).expectHeading(words.shell.overview);
    await expect(windowFrame(page).ownerOf('demo')).toBeVisible();
  });
});

for (const [locale, { signIn: texts }] of [
  ['nl-BE', words],
  ['de-DE', ENGLISH],
] as const) {
  test.describe(`on a ${locale} system`, () => {
    test.use({ locale });

    test('the sign-in page uses the matching language', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
    });
  });
}

test.describe('signing out', () => {
  test('returns to the sign-in page, and the API no longer answers the window', async ({ page, product, signIn }) => {
    await signIn(OWNER);
    await windowFrame(page).open('catalog');
    const statusOfProducts = async () => (await product.window.ask('GET', '/api/products')).status;
    expect(await statusOfProducts()).toBe(200);
    await windowFrame(page).chooseInAccountMenu(words.shell.signOut);
    await expect(signInPage(page).title).toBeVisible();
    expect(await statusOfProducts()).toBe(401);
    await page.reload();
    await expect(signInPage(page).title).toBeVisible();
  });
});
