import { expect, type Page } from '@playwright/test';
import type { Connection } from '../../shared/contract/connection.ts';
import { EVERYTHING } from '../support/sample-connections.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectHeading, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { answerInstead, callBridge } from './support/ui-entrance.ts';
import { DUTCH, ENGLISH } from './support/window-texts.ts';

/** The host says this of the connection, whatever there is. */
async function answerConnection(page: Page, value: Connection): Promise<void> {
  await page.route('**/bridge/readConnection', (route) => answerInstead(route, { ok: true, value }));
}

for (const [colorScheme, language, words] of [
  ['light', 'nl', DUTCH],
  ['dark', 'en', ENGLISH],
] as const) {
  test.describe(`the page Connection, ${colorScheme} and in ${language}`, () => {
    test.use({ colorScheme });

    test('has nothing for axe to find while a first copy is read, and in its dialog', async ({
      page,
      product,
      signIn,
    }) => {
      await callBridge(product, 'changeSettings', { language });
      await signIn(OWNER);
      await answerConnection(page, EVERYTHING);
      await openAddress(page, '/connection');
      await expectHeading(page, words.shell.connection);
      for (const fold of await page.locator('details summary').all()) await fold.click();
      await expectAccessible(page);
      await page.getByRole('button', { name: words.connection.empty }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
