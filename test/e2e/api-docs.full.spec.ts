import { expect, type Locator, type Page } from '@playwright/test';
import { listShops } from '../../shared/contract/shops.ts';
import { OWNER } from './support/api-reader.ts';
import { axeOf } from './support/expect-accessible.ts';
import { collectWarnings } from './support/page-steps.ts';
import { test } from './support/product-test.ts';

/** The page renders every operation before it shows anything. */
const DRAWN_MS = 30_000;

test.use({ viewport: { width: 1024, height: 768 } });

test('on the API port it shows every operation, links to each, asks for no password and calls no other host', async ({
  page,
  product,
}) => {
  const outside = watchOutside(page, product.apiAddress);
  const warnings = collectWarnings(page);
  await openDocs(page, product.apiAddress);
  const operations = await operationsOf(product.apiAddress);
  expect(operations.length).toBeGreaterThan(20);
  const drawn = await page.locator('.opblock-summary').evaluateAll((all) =>
    all.map((summary) => {
      const path = summary.querySelector('.opblock-summary-path')?.getAttribute('data-path');
      return `${summary.querySelector('.opblock-summary-method')?.textContent} ${path}`;
    }),
  );
  expect(drawn.toSorted()).toEqual(operations.toSorted());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);

  const login = operationBlock(page, 'POST', '/api/auth/login');
  await login.locator('.opblock-summary-control').click();
  await login.locator('.opblock-body').waitFor();
  await expect(page.getByRole('button', { name: /Execute|Authorize|Try it out/ })).toHaveCount(0);
  await expect(page.locator('input[type=password], textarea')).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const index = page.getByRole('navigation', { name: 'On this page' });
  expect(await index.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(operations));
  await index.getByRole('link', { name: `GET ${listShops.path}`, exact: true }).click();
  await expect(operationBlock(page, 'GET', listShops.path)).toBeInViewport();
  expect({ outside, warnings }).toEqual({ outside: [], warnings: [] });
});

test('in the window it tries a call as the signed-in user, and axe finds nothing serious', async ({
  page,
  product,
  api,
  signIn,
}) => {
  await signIn(OWNER);
  const warnings = collectWarnings(page);
  await openDocs(page, product.origin);
  const operation = operationBlock(page, 'GET', listShops.path);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response').first();
  await expect(answer.locator('.response-col_status')).toContainText('200');
  const body = await answer.locator('.highlight-code code').first().innerText();
  expect(JSON.parse(body)).toEqual(await api.read(listShops));
  expect(warnings).toEqual([]);

  await operationBlock(page, 'POST', '/api/webhooks').locator('.opblock-summary-control').click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html.dark-mode')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
    expect(await seriousFindings(page), colorScheme).toEqual([]);
  }
});

async function openDocs(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/docs`);
  await expect(page.getByRole('heading', { name: 'Tilldesk API' })).toBeVisible({ timeout: DRAWN_MS });
}

/** The block of an operation. */
function operationBlock(page: Page, method: string, path: string): Locator {
  return page
    .locator('.opblock')
    .filter({ has: page.locator(`.opblock-summary-path[data-path="${path}"]`) })
    .filter({ has: page.locator('.opblock-summary-method').getByText(method, { exact: true }) });
}

/** All requests to other hosts, as they are made. */
function watchOutside(page: Page, apiAddress: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== apiAddress) outside.push(request.url());
  });
  return outside;
}

/** Returns texts such as `GET /api/shops`. */
async function operationsOf(apiAddress: string): Promise<string[]> {
  const document: Record<'paths' | 'webhooks', Record<string, object>> = await (
    await fetch(`${apiAddress}/openapi.json`)
  ).json();
  // Webhook messages are shown like operations.
  return Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** The outline of headings and landmarks is up to Swagger UI; axe rates those findings as moderate. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
