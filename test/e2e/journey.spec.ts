import { takeJourney } from './support/journey.ts';
import { test } from './support/product-test.ts';

test.describe('the main job in the browser host', () => {
  test('is done from sign-in to export', async ({ page }) => {
    await page.goto('/');
    await takeJourney(page);
  });
});
