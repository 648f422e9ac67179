import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { readMe } from '../../shared/contract/auth.ts';
import { localApiPage } from './pages/local-api-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { test } from './support/product-test.ts';
import { DUTCH, sentence } from './support/window-texts.ts';

const NAME = 'Webshop';

test('a key is created, copied, used by another program, stored nowhere in the browser, and revoked', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(OWNER);
  await page.goto('/#/local-api/keys');
  await windowFrame(page).expectHeading(sentence(DUTCH.localApi.title, { part: DUTCH.localApi.parts['api-keys'] }));
  const { newButton, nameField, createButton, keyOf } = localApiPage(page);
  await newButton.click();
  await nameField.fill(NAME);
  await expectAccessibleInBothThemes(page);
  await createButton.click();

  const made = keyOf(NAME);
  await expect(made.codes).toHaveCount(2);
  const [key = '', command = ''] = await made.codes.allInnerTexts();
  await expectAccessibleInBothThemes(page);
  await made.copyCommandButton.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent --show-error --include`]);
  expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
  await made.doneButton.click();
  await made.shown.waitFor({ state: 'detached' });
  // The list does not change while the pointer is on a row, where the closed dialog leaves it.
  await page.mouse.move(0, 0);
  await expect(made.cells.nth(5)).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  expect(await page.content()).not.toContain(key);
  expect(await keptByBrowser(page)).not.toContain(key);

  const statusWithKey = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${product.apiAddress}${readMe.path}`, { headers })).status;
  };
  expect(await statusWithKey()).toBe(200);
  await made.revokeButton.click();
  await expect(made.question).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await made.confirmButton.click();
  await expect(made.cells).toHaveCount(0);
  expect(await statusWithKey()).toBe(401);
});

/** Everything that a page can store in the browser. */
function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}
