import { takeJourney } from './support/journey.ts';
import { test } from './support/product-test.ts';

for (const locale of ['nl-NL', 'en-GB']) {
  test.describe(`the main job in the browser host, on a ${locale} system`, () => {
    test.use({ locale });

    test('is done from sign-in to the report', async ({ page }) => {
      await page.goto('/');
      await takeJourney(page);
    });
  });
}
