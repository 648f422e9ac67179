import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { readMe } from '../../shared/contract/auth.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { expectHeading } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH, sentence } from './support/window-texts.ts';

const { keys, newKey, createdKey, revokeKey } = DUTCH.localApi;

const NAME = 'Webshop';

test('a key is made, copied, used by another program, kept nowhere in the browser, and revoked', async ({
  page,
  context,
  product,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(OWNER);
  await page.goto('/#/local-api');
  await expectHeading(page, DUTCH.shell.localApi);
  await page.getByRole('button', { name: keys.new }).click();
  const form = page.getByRole('dialog', { name: newKey.title });
  await form.getByRole('textbox', { name: DUTCH.terms.name }).fill(NAME);
  await expectAccessibleInBothThemes(page);
  await form.getByRole('button', { name: newKey.create }).click();

  const shown = page.getByRole('dialog', { name: sentence(createdKey.title, { name: NAME }) });
  await expect(shown.locator('code')).toHaveCount(2);
  const [key = '', command = ''] = await shown.locator('code').allInnerTexts();
  await expectAccessibleInBothThemes(page);
  await shown.getByRole('button', { name: createdKey.copyCurl }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent --show-error --include`]);
  expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
  await shown.getByRole('button', { name: DUTCH.states.done }).click();
  await shown.waitFor({ state: 'detached' });
  // The list does not change while the pointer is at a row, where the closed dialog leaves it.
  await page.mouse.move(0, 0);
  await expect(cellsOfKey(page).nth(5)).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  expect(await page.content()).not.toContain(key);
  expect(await keptByBrowser(page)).not.toContain(key);

  const statusWithKey = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${product.apiAddress}${readMe.path}`, { headers })).status;
  };
  expect(await statusWithKey()).toBe(200);
  await page.getByRole('button', { name: sentence(keys.revokeNamed, { name: NAME }) }).click();
  const question = page.getByRole('dialog', { name: sentence(revokeKey.title, { name: NAME }) });
  await expect(question).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await question.getByRole('button', { name: keys.column.revoke }).click();
  await expect(cellsOfKey(page)).toHaveCount(0);
  expect(await statusWithKey()).toBe(401);
});

function cellsOfKey(page: Page): Locator {
  const button = page.getByRole('button', { name: sentence(keys.revokeNamed, { name: NAME }) });
  return page.getByRole('row').filter({ has: button }).getByRole('cell');
}

/** Everything that a page can leave in the browser. */
function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}
