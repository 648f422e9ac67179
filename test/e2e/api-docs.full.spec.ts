import { expect, type Page } from '@playwright/test';
import { listShops } from '../../shared/contract/shops.ts';
import { OWNER } from './support/api-reader.ts';
import { execute, expectDocs, openDocs, operationBlock } from './support/docs-steps.ts';
import { axeOf } from './support/expect-accessible.ts';
import { collectWarnings } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH } from './support/window-texts.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('shows every operation of the document and asks nobody but the service', async ({ page, product }) => {
  const outside = watchOutside(page, product.apiAddress);
  const warnings = collectWarnings(page);
  await openDocs(page, product.apiAddress);
  const operations = await operationsOf(product.apiAddress);
  expect(operations.length).toBeGreaterThan(20);
  await expect(page.locator('.opblock')).toHaveCount(operations.length);
  for (const [method, path] of operations) await expect(operationBlock(page, method, path)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  expect({ outside, warnings }).toEqual({ outside: [], warnings: [] });
});

test('takes no status at the start of a line for the number of a list', async ({ page, product }) => {
  await openDocs(page, product.apiAddress);
  await expect(page.getByText('Webhooks are for owners and accountants')).toContainText('403');
  const numbers = await page.locator('ol').evaluateAll((lists) => lists.map((list) => list.getAttribute('start')));
  expect(numbers.filter((start) => start !== null && start !== '1')).toEqual([]);
});

test('has a list of its sections, with every operation, that leads to each of them', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const warnings = collectWarnings(page);
  await openDocs(page, product.apiAddress);
  const index = page.getByRole('navigation', { name: 'On this page' });
  for (const [method, path] of await operationsOf(product.apiAddress)) {
    await expect(index.getByRole('link', { name: `${method} ${path}`, exact: true })).toHaveCount(1);
  }
  await index.getByRole('link', { name: `GET ${listShops.path}`, exact: true }).click();
  await expect(operationBlock(page, 'GET', listShops.path)).toBeInViewport();
  await index.getByRole('link', { name: 'Lists and pages', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Lists and pages' })).toBeInViewport();
  expect(warnings).toEqual([]);
});

test('asks nobody for a password or a token under the port of the API, and sends no call', async ({
  page,
  product,
}) => {
  await openDocs(page, product.apiAddress);
  const login = operationBlock(page, 'POST', '/api/auth/login');
  await login.locator('.opblock-summary-control').click();
  await login.locator('.opblock-body').waitFor();
  await expect(page.getByRole('button', { name: /Execute|Authorize|Try it out/ })).toHaveCount(0);
  await expect(page.locator('input[type=password], textarea')).toHaveCount(0);
});

test('tries a call in the window as the user who is signed in there, and as nobody without the window', async ({
  page,
  product,
  api,
  signIn,
}) => {
  await signIn(OWNER);
  const warnings = collectWarnings(page);
  await openDocs(page, product.origin);
  const { status, body } = await execute(operationBlock(page, 'GET', listShops.path));
  expect(status).toContain('200');
  expect(JSON.parse(body)).toEqual(await api.read(listShops));
  expect(warnings).toEqual([]);
});

test('opens an operation by its address', async ({ page, product }) => {
  await openDocs(page, product.apiAddress);
  const operation = operationBlock(page, 'GET', listShops.path);
  await operation.locator('.opblock-summary-control').click();
  const address = page.url();
  expect(address).toContain('#/');
  await page.goto('about:blank');
  await page.goto(address);
  await expect(operation.locator('.opblock-body')).toBeVisible();
});

test('is opened by the window on its own origin', async ({ page, product, signIn }) => {
  await signIn(OWNER);
  await page.goto('/#/about');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: DUTCH.about.documentation }).click();
  const docs = await opened;
  await expectDocs(docs);
  expect(new URL(docs.url()).origin).toBe(product.origin);
  const fetched = await page.evaluate(
    (address) => fetch(address).then(String, () => 'refused'),
    `${product.apiAddress}/docs`,
  );
  expect(fetched).toBe('refused');
});

test('has nothing serious for axe to find, light and dark', async ({ page, product }) => {
  const look = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html.dark-mode')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
      expect(await seriousFindings(page), colorScheme).toEqual([]);
    }
  };
  await openDocs(page, product.origin);
  await execute(operationBlock(page, 'GET', listShops.path));
  await operationBlock(page, 'POST', '/api/webhooks').locator('.opblock-summary-control').click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  await look();
});

/** Every request that leaves the service, as they are made. */
function watchOutside(page: Page, apiAddress: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== apiAddress) outside.push(request.url());
  });
  return outside;
}

async function operationsOf(apiAddress: string): Promise<[method: string, path: string][]> {
  const document: Record<'paths' | 'webhooks', Record<string, object>> = await (
    await fetch(`${apiAddress}/openapi.json`)
  ).json();
  // The messages that it sends are shown like the calls that it takes.
  return Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
    Object.keys(item).map((method): [string, string] => [method.toUpperCase(), path]),
  );
}

/** Swagger UI's outline of headings and landmarks is not ours to change; axe calls that moderate. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
