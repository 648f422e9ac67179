import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { breakPolicy } from './support/shell/policy-breaches.ts';

/** The policy is one text for both hosts: what holds it here is the same Chromium as in the Electron window. */
test.describe('the policy of the page, in the browser host', () => {
  test('lets nothing run that was injected, and the page is told of it', async ({ page }) => {
    await page.goto('/');
    const { blocked, ran } = await breakPolicy(page);
    expect(ran).toEqual([]);
    expect(blocked).toBeGreaterThanOrEqual(8);
  });
});
