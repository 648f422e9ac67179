import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { readMe } from '../../shared/contract/auth.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { OTHER_OWNER, OWNER } from './support/api-reader.ts';
import { expectDocs } from './support/docs-steps.ts';
import {
  closeKey,
  connectTool,
  firstCall,
  keyCells,
  makeKey,
  openLocalApi,
  requestCells,
  revokeAllKeys,
  revokeKey,
} from './support/local-api-steps.ts';
import { expectHeading } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH, sentence } from './support/window-texts.ts';

const { localApi: words } = DUTCH;

const OWNER_NAME = 'Marloes van der Linden';

const NOBODYS_KEY = `tdk_${'0'.repeat(36)}`;

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openLocalApi(page);
});

test.afterEach(async ({ product, signIn }) => {
  await signIn(OWNER);
  await revokeAllKeys(product);
});

test.describe('a key made on the page', () => {
  test('is shown once, with a curl command that works as it stands', async ({ page, product }) => {
    const { key, command } = await makeKey(page, 'Webshop');
    expect(key).toMatch(/^tdk_[0-9A-Za-z]{36}$/);
    const answer = await runCurl(command);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`"count":5`);
    expect(await page.content()).toContain(key);
    await closeKey(page);
    await expect(keyCells(page, 'Webshop').first()).toHaveText('Webshop');
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await expect(keyCells(page, 'Webshop').first()).toHaveText('Webshop');
    expect(await page.content()).not.toContain(key);
    expect(await keptByBrowser(page)).not.toContain(key);
    expect((await askWithKey(product.apiAddress, readMe.path, key)).status).toBe(200);
  });

  test('is copied whole, and so is its command', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { key, command } = await makeKey(page, 'Kopie');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: words.createdKey.copyKey }).click();
    await expect.poll(copied).toBe(key);
    await page.getByRole('button', { name: words.createdKey.copyCurl }).click();
    await expect(page.getByRole('dialog').getByText(DUTCH.states.copied).last()).toBeVisible();
    await expect.poll(copied).toBe(command);
  });

  test('acts as its user, and the table tells when it was last used', async ({ page, product }) => {
    const { key } = await makeKey(page, 'Boekhouding');
    await closeKey(page);
    await expect(keyCells(page, 'Boekhouding').nth(5)).toHaveText(words.keys.neverUsed);
    const { body } = await askWithKey(product.apiAddress, readMe.path, key);
    expect(body).toMatchObject({
      user: { name: OWNER_NAME },
      auth: { kind: 'api_key', expires_at: expect.any(Number) },
    });
    await expect(keyCells(page, 'Boekhouding').nth(5)).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  });

  test('is refused from the first call after it was revoked', async ({ page, product }) => {
    const { key } = await makeKey(page, 'Oude webshop');
    await closeKey(page);
    expect((await askWithKey(product.apiAddress, readMe.path, key)).status).toBe(200);
    await revokeKey(page, 'Oude webshop');
    expect((await askWithKey(product.apiAddress, readMe.path, key)).status).toBe(401);
    await expect(page.getByText(sentence(words.keys.revoked, { name: 'Oude webshop' }))).toBeAttached();
    await expect(keyCells(page, 'Oude webshop')).toHaveCount(0);
  });

  test('shows the last day on which it works', async ({ page }) => {
    await makeKey(page, 'Tijdelijk', '31-12-2031');
    await closeKey(page);
    await expect(keyCells(page, 'Tijdelijk').nth(4)).toHaveText('31-12-2031');
  });
});

test.describe('the list of keys in a window of 1024 pixels', () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test('has whole names and headings, also beside an open request', async ({ page, product }) => {
    const name = 'Boekhoudpakket';
    const { key } = await makeKey(page, name);
    await closeKey(page);
    await askWithKey(product.apiAddress, readMe.path, key);
    const cut = () =>
      page
        .getByRole('table', { name: sentence(words.keys.table, { user: OWNER_NAME }) })
        .locator('th:visible, td:visible')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        );
    await expect(keyCells(page, name).first()).toBeInViewport();
    expect(await cut()).toEqual([]);
    await page.getByRole('gridcell', { name: readMe.path, exact: true }).first().click();
    await expect(page.getByRole('complementary')).toBeVisible();
    expect(await cut()).toEqual([]);
    const { path, status } = words.requests.column;
    const headings = page.getByRole('grid', { name: words.requests.table }).getByRole('columnheader');
    for (const name of [path, status]) await expect(headings.filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  });

  test('is added to by a dialog in which nothing is smaller than the small text of the window', async ({ page }) => {
    await page.getByRole('button', { name: words.keys.new }).click();
    const dialog = page.getByRole('dialog', { name: words.newKey.title });
    await expect(dialog.getByText(words.newKey.personalDataHint)).toBeVisible();
    const sizes = await dialog.locator('p, label, span, input').evaluateAll((parts) => {
      const withText = parts.filter((part) => part.textContent !== '' || part instanceof HTMLInputElement);
      return withText.map((part) => Number.parseFloat(getComputedStyle(part).fontSize));
    });
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  });
});

test.describe('a tool that is connected on the page', () => {
  for (const tool of ['curl', 'javascript', 'python'] as const) {
    test(`works with the text as it is shown, and its first call is seen: ${tool}`, async ({ page }) => {
      test.skip(tool === 'python' && !(await hasPython()), 'python3 is not on this machine');
      const text = await connectTool(page, tool);
      const printed = await RUN[tool](text);
      expect(printed).not.toBe('');
      const name = words.connect.names[tool];
      await expect(firstCall(page)).toHaveAttribute('data-state', 'answered');
      await expect(firstCall(page)).toContainText(name);
      await expect(firstCall(page)).toContainText('GET /api/products');
      await expect(keyCells(page, name).nth(5)).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
    });
  }

  test('says why its first call is refused, and keeps its key no longer than the page', async ({ page, product }) => {
    const text = await connectTool(page, 'mcpAddress');
    const key = /tdk_\w+/.exec(text)?.[0] ?? '';
    await askWithKey(product.apiAddress, '/api/products?limit=0', key);
    await expect(firstCall(page)).toContainText(words.firstCall.reason.parameter);
    await page.goto('/#/settings');
    await expectHeading(page, DUTCH.shell.settings);
    await openLocalApi(page);
    expect(await page.content()).not.toContain(key);
    expect(await keptByBrowser(page)).not.toContain(key);
  });
});

test.describe('the list of requests', () => {
  test('shows what another program asks, without its query and its key', async ({ page, product }) => {
    const { key } = await makeKey(page, 'Kassakoppeling');
    await closeKey(page);
    const path = '/api/products';
    const { requestId } = await askWithKey(product.apiAddress, `${path}?q=geheim&limit=7`, key);
    const cells = requestCells(page, requestId);
    await expect(cells.nth(1)).toHaveText('GET');
    await expect(cells.nth(2)).toHaveText(path);
    await expect(cells.nth(3)).toHaveText('200');
    const who = sentence(words.requests.byKey, { key: 'Kassakoppeling', user: OWNER_NAME });
    await expect(cells.nth(5)).toHaveText(who);
    await expect(cells.nth(6)).toHaveText(requestId);
    const content = await page.content();
    expect(content).not.toContain('geheim');
    expect(content).not.toContain(key);
  });

  test('shows a refused request as nobody’s', async ({ page, product }) => {
    const refused = await askWithKey(product.apiAddress, listShops.path, NOBODYS_KEY);
    expect(refused.status).toBe(401);
    const cells = requestCells(page, refused.requestId);
    await expect(cells.nth(3)).toHaveText(`401${words.requests.refused}`);
    await expect(cells.nth(5)).toHaveText(words.requests.nobody);
    expect(await page.content()).not.toContain(NOBODYS_KEY);
  });

  test('stands still while it is paused, and then goes on', async ({ page, context, product }) => {
    const ask = async () => (await askWithKey(product.apiAddress, listShops.path, NOBODYS_KEY)).requestId;
    const running = await context.newPage();
    await openLocalApi(running);
    await page.getByRole('button', { name: words.requests.pause }).click();
    const missed = await ask();
    // Two rounds of the page that runs: the paused one would have read in between.
    await expect(requestCells(running, missed)).not.toHaveCount(0);
    const latest = await ask();
    await expect(requestCells(running, latest)).not.toHaveCount(0);
    await expect(requestCells(page, missed)).toHaveCount(0);
    await page.getByRole('button', { name: words.requests.resume }).click();
    await expect(requestCells(page, missed)).not.toHaveCount(0);
    await expect(requestCells(page, latest)).not.toHaveCount(0);
  });

  test('shows errors only where that is asked', async ({ page, product }) => {
    const { key } = await makeKey(page, 'Rapportage');
    await closeKey(page);
    const good = await askWithKey(product.apiAddress, listShops.path, key);
    const bad = await askWithKey(product.apiAddress, '/api/products?limit=0', key);
    expect([good.status, bad.status]).toEqual([200, 400]);
    await expect(requestCells(page, good.requestId)).not.toHaveCount(0);
    await expect(requestCells(page, bad.requestId)).not.toHaveCount(0);
    const onlyErrors = page.getByRole('button', { name: words.requests.onlyErrors });
    await onlyErrors.click();
    await expect(requestCells(page, good.requestId)).toHaveCount(0);
    await expect(requestCells(page, bad.requestId)).not.toHaveCount(0);
    await onlyErrors.click();
    await expect(requestCells(page, good.requestId)).not.toHaveCount(0);
  });
});

test('keys and requests are not seen from another account', async ({ page, product, signIn }) => {
  const { key } = await makeKey(page, 'Van de eerste winkel');
  await closeKey(page);
  const own = await askWithKey(product.apiAddress, listShops.path, key);
  await expect(requestCells(page, own.requestId)).not.toHaveCount(0);
  await signIn(OTHER_OWNER);
  // The window may have noticed by itself, and gone to the first page of the other user.
  await page.goto('about:blank');
  await page.goto('/#/local-api');
  await expect(page.getByText(words.keys.empty)).toBeVisible();
  // Nobody's, so that both see it: it came after the other one, which would stand below it.
  const nobodys = await askWithKey(product.apiAddress, listShops.path, NOBODYS_KEY);
  await expect(requestCells(page, nobodys.requestId)).not.toHaveCount(0);
  expect(await page.content()).not.toContain(own.requestId);
  expect(await page.content()).not.toContain('Van de eerste winkel');
});

test('the documentation opens beside the window', async ({ page, product }) => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: words.documentation }).click();
  const documentation = await opened;
  await expectDocs(documentation);
  expect(new URL(documentation.url()).href).toBe(`${product.origin}/docs`);
});

/** Everything that a page can leave in the browser. */
function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}

/** What another program on this PC got from the API. */
interface ProgramAnswer {
  readonly status: number;
  readonly requestId: string;
  readonly body: unknown;
}

/** Asks the API as a program does that has a key and knows nothing of the window. */
async function askWithKey(apiAddress: string, path: string, key: string): Promise<ProgramAnswer> {
  const answer = await fetch(`${apiAddress}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: answer.status, requestId: answer.headers.get('X-Request-Id') ?? '', body: await answer.json() };
}

/** Runs a curl command as it was copied into a terminal; answers its status line, headers and body. */
async function runCurl(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent --show-error --include`]);
  return stdout;
}

/** Whether Python is on this machine. */
async function hasPython(): Promise<boolean> {
  try {
    await promisify(execFile)('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Runs a text as it was copied into a terminal or a file; answers what it prints. No proxy stands between a PC and itself. */
const RUN = {
  curl: async (text: string) => (await promisify(execFile)('bash', ['-c', text], RUN_OPTIONS)).stdout,
  javascript: (text: string) => runScript(process.execPath, ['--input-type=module', '-'], text),
  python: (text: string) => runScript('python3', ['-'], text),
};

const RUN_OPTIONS = {
  env: { ...process.env, NO_PROXY: '*', no_proxy: '*', PYTHONUTF8: '1' },
  maxBuffer: 16_000_000,
};

async function runScript(program: string, args: readonly string[], script: string): Promise<string> {
  const running = promisify(execFile)(program, args, RUN_OPTIONS);
  running.child.stdin?.end(script);
  return (await running).stdout;
}
