import { expect } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { test } from './support/product-test.ts';

test.describe('sign-in page', () => {
  test('is what a browser without a session sees', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('input[type=password]')).toBeVisible();
    await expectAccessible(page);
  });

  test('reports no error to the console', async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto('/');
    await expect(page.locator('input[type=password]')).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('is not shown to a browser that was not let in', async ({ browser, product }) => {
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await stranger.newPage();
    const answer = await page.goto(product.origin);
    expect(answer?.status()).toBe(401);
    await stranger.close();
  });
});
