import { expect, type Page } from '@playwright/test';
import type { IssuedToken } from '../../shared/contract/auth.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { watchComplaints } from './support/complaints.ts';
import { OWNER } from './support/demo-users.ts';
import { authorize, execute, expectDocs, openDocs, operationBlock } from './support/docs-steps.ts';
import { axeOf } from './support/expect-accessible.ts';
import { test } from './support/product-test.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('shows every operation of the document and asks nobody but the service', async ({ page, product }) => {
  const outside = watchOutside(page, product.apiAddress);
  const complaints = watchComplaints(page);
  await openDocs(page, product.apiAddress);
  const operations = await operationsOf(product.apiAddress);
  expect(operations.length).toBeGreaterThan(20);
  await expect(page.locator('.opblock')).toHaveCount(operations.length);
  for (const [method, path] of operations) await expect(operationBlock(page, method, path)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
});

for (const host of ['127.0.0.1', 'localhost']) {
  test(`tries a call with a token, opened as ${host}, and forgets it with the page`, async ({
    page,
    product,
    api,
  }) => {
    const address = product.apiAddress.replace('127.0.0.1', host);
    const outside = watchOutside(page, address);
    const complaints = watchComplaints(page);
    await openDocs(page, address);
    await authorize(page, await signIn(product.apiAddress));
    const call = operationBlock(page, 'GET', listShops.path);
    const { status, body } = await execute(call);
    expect(status).toContain('200');
    expect(JSON.parse(body)).toEqual(await api.read(listShops));
    await expect(page.getByText(/^\d+ ms$/)).toBeVisible();
    expect({ outside, complaints }).toEqual({ outside: [], complaints: [] });
    const stored = () => [localStorage.length, sessionStorage.length, document.cookie];
    expect(await page.evaluate(stored)).toEqual([0, 0, '']);
    // Its address names the operation that is open: this one does not, and is another document.
    await openDocs(page, address);
    expect((await execute(call)).status).toContain('401');
  });
}

test('opens an operation by its address', async ({ page, product }) => {
  await openDocs(page, product.apiAddress);
  const operation = operationBlock(page, 'GET', listShops.path);
  await operation.locator('.opblock-summary-control').click();
  const address = page.url();
  expect(address).toContain('#/');
  await page.goto('about:blank');
  await page.goto(address);
  await expect(operation.getByRole('button', { name: 'Execute' })).toBeVisible();
});

test('can be opened from the window, which cannot read the API behind it', async ({ page, product }) => {
  await page.goto('/');
  const fetched = await page.evaluate(
    (address) => fetch(address).then(String, () => 'refused'),
    `${product.apiAddress}/docs`,
  );
  expect(fetched).toBe('refused');
  const opened = page.waitForEvent('popup');
  await page.evaluate(
    (address) => void window.open(address, '_blank', 'noopener'),
    `${product.apiAddress}/docs`,
  );
  await expectDocs(await opened);
});

test('has nothing serious for axe to find, light and dark', async ({ page, product }) => {
  const look = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html.dark-mode')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
      expect(await seriousFindings(page), colorScheme).toEqual([]);
    }
  };
  await openDocs(page, product.apiAddress);
  await execute(operationBlock(page, 'GET', '/health'));
  await operationBlock(page, 'POST', '/api/auth/login').locator('.opblock-summary-control').click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.dialog-ux').waitFor();
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

async function signIn(apiAddress: string): Promise<string> {
  const answer = await fetch(`${apiAddress}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const { token }: IssuedToken = await answer.json();
  return token;
}

/** Swagger UI's outline of headings and landmarks is not ours to change; axe calls that moderate. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
