import { expect } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { collectWarnings, expectHeading, fillSignIn, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test.describe('sign-in page', () => {
  test('is what a browser without a session sees, without a complaint of the browser', async ({ page }) => {
    const warnings = collectWarnings(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: words.signIn.title })).toBeVisible();
    await expect(page.getByLabel(words.signIn.password, { exact: true })).toBeVisible();
    expect(warnings).toEqual([]);
  });

  test('is not shown to a browser that was not let in', async ({ browser, product }) => {
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await stranger.newPage();
    const answer = await page.goto(product.origin);
    expect(answer?.status()).toBe(401);
    await stranger.close();
  });

  test('leads in with credentials of one’s own, and says who is signed in', async ({ page }) => {
    await page.goto('/');
    await fillSignIn(page, OWNER);
    await expectHeading(page, words.shell.overview);
    await expect(page.getByText(`demo · ${words.shell.role.owner}`)).toBeVisible();
  });

  test('says in words that the password is wrong, and lets another one be tried', async ({ page }) => {
    await page.goto('/');
    await fillSignIn(page, { ...OWNER, password: 'not-my-password' });
    await expect(page.getByRole('alert')).toHaveText(words.signIn.refused);
    await fillSignIn(page, OWNER);
    await expectHeading(page, words.shell.overview);
  });

  test('asks for what is missing before it asks the API', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByRole('button', { name: words.signIn.submit, exact: true }).click();
    await expect(page.getByText(words.signIn.required)).toHaveCount(3);
    expect(calls).not.toContain('/bridge/signIn');
  });
});

test.describe('signing out', () => {
  test('returns to the sign-in page, and the API no longer answers the window', async ({ page, product, signIn }) => {
    await signIn(OWNER);
    await openPage(page, 'catalog');
    const statusOfProducts = async () => (await product.window.ask('GET', '/api/products')).status;
    expect(await statusOfProducts()).toBe(200);
    await page.getByRole('button', { name: words.shell.signOut }).click();
    await expect(page.getByRole('heading', { name: words.signIn.title })).toBeVisible();
    expect(await statusOfProducts()).toBe(401);
    await page.reload();
    await expect(page.getByRole('heading', { name: words.signIn.title })).toBeVisible();
  });
});
