import { expect, type Page } from '@playwright/test';
import type { Credentials } from '../../shared/contract/auth.ts';
import { DEFAULT_PREFERENCES } from '../../shared/contract/defaults.ts';
import { OTHER_OWNER, OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { historyTable } from './support/export-steps.ts';
import { fillSignIn, openPage } from './support/page-steps.ts';
import { test as base } from './support/product-test.ts';
import { PRODUCT_START_MS, type RunningProduct, startProduct } from './support/running-product.ts';
import { callBridge, type UiEntrance } from './support/ui-entrance.ts';
import { DUTCH as words } from './support/window-texts.ts';

const PRICE_LIST = { dataset: 'price-list', filters: {}, format: 'csv', language: 'nl' } as const;

/** `elsewhere` is a second program: for the first one another platform, at another address. */
const test = base.extend<{ readonly elsewhere: RunningProduct }>({
  elsewhere: [
    async ({ product: _ }, use) => {
      const elsewhere = await startProduct();
      await use(elsewhere);
      await elsewhere.stop();
    },
    { timeout: PRODUCT_START_MS },
  ],
});

test('two shops in one program are switched between, each with its own views and history', async ({
  page,
  product,
  elsewhere,
}) => {
  const place = new URL(elsewhere.apiAddress).host;
  const leaveTraces = async (name: string, profile: 'excel' | 'data') => {
    await keepView(product, name);
    await callBridge(product, 'exportDataset', {
      key: name,
      request: { ...PRICE_LIST, profile },
    });
    await page.reload();
  };
  await page.goto('/');
  await signInAt(page, OWNER, null);
  await expect(page.getByText(`demo · ${words.shell.role.owner}`)).toBeVisible();
  await leaveTraces('Hier', 'excel');
  await expect(page.getByText(place)).toHaveCount(0);
  const here = await countExports(page);

  await chooseAccount(page, words.signIn.switch.other);
  await signInAt(page, OTHER_OWNER, elsewhere.apiAddress);
  await expect(page.getByText(`demo-two · ${words.shell.role.owner}`)).toBeVisible();
  await expect(page.getByText(place).first()).toBeVisible();
  await expectViews(page, []);
  await leaveTraces('Daar', 'data');
  await expectTraces(page, 'Daar', 1);

  await chooseAccount(page, new RegExp(words.signIn.thisPc));
  await expect(page.getByText(`demo · ${words.shell.role.owner}`)).toBeVisible();
  await expect(page).toHaveURL(/#\/overview/);
  await expect(page.getByText(place)).toHaveCount(0);
  await expectTraces(page, 'Hier', here);

  await chooseByKeyboard(page, new RegExp(place));
  await expectTraces(page, 'Daar', 1);
});

test('a shop at an address where nobody answers says so, and the one before goes on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: words.signIn.demo }).click();
  await expect(page.getByText(`demo · ${words.shell.role.owner}`)).toBeVisible();
  await chooseAccount(page, words.signIn.switch.other);
  await signInAt(page, OWNER, 'http://127.0.0.1:9');
  await expect(page.getByRole('alert')).toContainText(words.signIn.problem.unreachable);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await openPage(page, 'catalog');
});

test('a catalog whose platform has gone is read from its copy, which says so', async ({ page, product, elsewhere }) => {
  test.slow();
  const platform = elsewhere.apiAddress;
  await callBridge(product, 'signIn', { ...OWNER, platform, remember: false });
  await callBridge(product, 'changePreferences', {
    ...DEFAULT_PREFERENCES,
    isTourDone: true,
  });
  await page.goto('/');
  await openPage(page, 'catalog');
  await untilCopied(page);
  await expect(page.getByText(/geen verbinding/)).toHaveCount(0);
  const rows = page.getByRole('grid', { name: words.shell.catalog }).getByRole('row');
  const firstRow = await rows.nth(1).textContent();

  await elsewhere.stop();
  await page.reload();
  // Until a request of the copy has failed it counts as current, and the page shows no notice.
  await expect(async () => {
    await page.getByRole('button', { name: words.states.refresh, exact: true }).click();
    await expect(page.getByText(`geen verbinding met ${new URL(platform).host}`)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(rows.nth(1)).toHaveText(firstRow ?? '');
  await expectAccessible(page);
});

test('the remembered ones stand on the sign-in page, and can be forgotten there', async ({ page }) => {
  await page.goto('/');
  const list = page.getByRole('list', { name: words.signIn.choose });
  await expect(list.or(page.getByLabel(words.signIn.account, { exact: true }))).toBeVisible();
  if (!(await list.isVisible())) {
    await signInAt(page, OWNER, null);
    await page.getByRole('button', { name: words.shell.signOut }).click();
  }
  await expect(list).toBeVisible();
  await expectAccessible(page);
  for (let left = await list.getByRole('listitem').count(); left > 0; left -= 1) {
    await list
      .getByRole('button', { name: /vergeten$/ })
      .first()
      .click();
    await page.getByRole('button', { name: words.signIn.forgetYes, exact: true }).click();
    await expect(list.getByRole('listitem')).toHaveCount(left - 1);
  }
  await expect(page.getByLabel(words.signIn.account, { exact: true })).toBeVisible();
});

/** Refreshes the list until this PC has a copy of it, and answers from that. */
async function untilCopied(page: Page): Promise<void> {
  await expect(async () => {
    const [answered] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/products'),
      page.getByRole('button', { name: words.states.refresh, exact: true }).click(),
    ]);
    expect(answered.headers()['cache-status']).toContain('hit');
  }).toPass();
}

async function keepView(product: Pick<UiEntrance, 'window'>, name: string): Promise<void> {
  const view = { id: name, name, path: '/catalog', search: 'q=kaars' };
  await callBridge(product, 'changePreferences', { ...DEFAULT_PREFERENCES, isTourDone: true, views: [view] });
}

async function chooseAccount(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: words.signIn.switch.title }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Opens the menu, walks to an account and enters, with a look at the menu by axe in between; Escape leads back. */
async function chooseByKeyboard(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name: words.signIn.switch.title });
  const chosen = page.getByRole('menuitem', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(chosen).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
}

async function expectViews(page: Page, names: readonly string[]): Promise<void> {
  const views = page.getByRole('navigation', { name: words.views.title });
  await expect(views.getByRole('link')).toHaveText([...names]);
}

/** Other tests have left theirs before. */
async function countExports(page: Page): Promise<number> {
  await openPage(page, 'exports');
  const rows = historyTable(page).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  return (await rows.count()) - 1;
}

async function expectTraces(page: Page, view: string, exports: number): Promise<void> {
  await expectViews(page, [view]);
  await openPage(page, 'exports');
  await expect(historyTable(page).getByRole('row')).toHaveCount(exports + 1);
}

/** Fills in the form, at an address or with null at the program itself, to be remembered, and sends it. */
async function signInAt(page: Page, user: Credentials, address: string | null): Promise<void> {
  const { platformKind, remember } = words.signIn;
  await page.getByLabel(platformKind[address === null ? 'here' : 'there'], { exact: true }).check();
  if (address !== null) await page.getByLabel(words.signIn.address.there).fill(address);
  await page.getByLabel(remember, { exact: true }).check();
  await fillSignIn(page, user);
}
