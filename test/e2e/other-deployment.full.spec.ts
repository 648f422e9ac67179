import { expect, type Page } from '@playwright/test';
import { deployment } from '../../shared/platforms/deployment.ts';
import { toUnits } from '../support/exact-euros.ts';
import { ORDERS, USER } from '../support/spec-deployment/data.ts';
import { type SpecDeployment, startSpecDeployment } from '../support/spec-deployment/server.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { test as base } from './support/own-product-test.ts';
import { centsText } from './support/visible-table.ts';
import { DUTCH as words } from './support/window-texts.ts';

/** Written only from the specification: it has no description and knows few parameters. */
const test = base.extend<{ readonly deployment: SpecDeployment }>({
  deployment: async ({ browser: _ }, use) => {
    const deployment = await startSpecDeployment({ hasOtherCurrency: true, times: 'utc' });
    await use(deployment);
    await deployment.stop();
  },
});

test.use({ colorScheme: 'dark' });

test('the window signs in to a deployment of the specification and shows its data', async ({
  page,
  running,
  deployment,
}) => {
  await signInThere(page, running.launchAddress, deployment.address);
  const { origin } = new URL(page.url());
  const open = (address: string) => page.goto(`${origin}/#${address}`);

  await open('/invoices');
  const unpaid = ORDERS.filter(
    ({ is_paid, payment_term: term, status }) => !is_paid && term === 'invoice' && status === 'complete',
  );
  const inEuros = unpaid.filter((order) => ORDERS.indexOf(order) % 10 !== 5);
  await expect(page.getByText(`${unpaid.length} facturen`, { exact: true }).first()).toBeVisible();
  const sum = inEuros.reduce((all, { value_wt }) => all + toUnits(value_wt), 0n);
  await expect(page.getByRole('row', { name: /^Totaal/ })).toContainText(centsText(sum));
  await expect(
    page.getByText(`${unpaid.length - inEuros.length} orders in een andere valuta niet meegeteld`),
  ).toBeVisible();

  await page.getByRole('row', { name: unpaid[0]?.order_number ?? '' }).click();
  await expect(page.getByText(words.orders.order.unknown.both)).toBeVisible();
  await expectAccessible(page);

  await open('/catalog');
  await expect(page.getByRole('button', { name: words.catalog.stock, exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: words.catalog.salePriceFilter, exact: true })).toHaveCount(0);

  await open('/report');
  await expect(page.getByText('niet bekend').first()).toBeVisible();
});

async function signInThere(page: Page, launchAddress: string, address: string): Promise<void> {
  await page.goto(launchAddress);
  await signInPage(page).choosePlatform(deployment.texts.nl, address);
  await signInPage(page).signIn(USER);
  await windowFrame(page).expectHeading(words.shell.overview);
}
