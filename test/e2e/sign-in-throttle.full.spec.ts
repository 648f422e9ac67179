import { expect, type Page } from '@playwright/test';
import { ACCOUNTANT } from './support/api-reader.ts';
import { expectHeading, fillSignIn } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

/** Wrong passwords in a row that are answered before the first wait: six on the count of the window, then five on that of all. */
const FREE_TRIES = 6 + 5;
const WAITED_AFTER_TRIES_MAX = 16;

test('wrong passwords lead to a wait, after which the right one leads in', async ({ page }) => {
  await page.goto('/');
  // Looked for from the start: the first wait is over after a second.
  const waits = page.locator('main:has([role=timer]) button[type=submit]:disabled').waitFor();
  const tries = await tryUntilTold(page);
  expect(tries).toBeGreaterThan(FREE_TRIES);
  await waits;
  await expect(page.getByRole('alert')).toHaveText(words.signIn.waited);
  await expect(page.getByRole('button', { name: words.signIn.submit, exact: true })).toBeEnabled();
  await fillSignIn(page, ACCOUNTANT);
  await expectHeading(page, words.shell.overview);
});

/** Answers the number of tries. On a slow PC the first wait is over before the next of them; the one after it is longer. */
async function tryUntilTold(page: Page): Promise<number> {
  for (let tries = 1; tries <= WAITED_AFTER_TRIES_MAX; tries += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/bridge/signIn'));
    await fillSignIn(page, { ...ACCOUNTANT, password: `wrong-${tries}` });
    const answer: { failure?: { status: number } } = await (await answered).json();
    if (answer.failure?.status === 429) return tries;
  }
  throw new Error(`No wait after ${WAITED_AFTER_TRIES_MAX} wrong passwords.`);
}
