import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { breakPolicy } from './support/shell/policy-breaches.ts';

/** Both hosts have the same policy, and the browser here is the same Chromium as in the Electron window. */
test.describe('the policy of the page, in the browser host', () => {
  test('stops injected code, and the page is notified', async ({ page }) => {
    await page.goto('/');
    const { blocked, ran } = await breakPolicy(page);
    expect(ran).toEqual([]);
    expect(blocked).toBeGreaterThanOrEqual(8);
  });
});
