import { expect } from '@playwright/test';
import { systemClock } from '../../electron/base/clock.ts';
import { changePreferences } from '../../shared/contract/window.ts';
import { storeKeeper } from '../../shared/platforms/storekeeper.ts';
import { startStoreKeeperServer } from '../support/storekeeper/storekeeper-server.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectHeading, fillSignIn, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { changeAtWindow } from './support/ui-entrance.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

/** Its first copy takes about half a minute at four calls a second. */
const SMALL = { products: 40, orders: 60, months: 2 } as const;

const FIRST_COPY_MS = 90_000;

test('signing in at a StoreKeeper account begins a first copy: a page says how far it is, and fills by itself', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const server = await startStoreKeeperServer({ ...SMALL, clock: systemClock });
  try {
    await page.goto('/');
    await page.getByLabel(storeKeeper.texts.nl.name, { exact: true }).check();
    const field = page.getByRole('textbox', { name: storeKeeper.texts.nl.address });
    await field.fill(server.address);
    await field.blur();
    await fillSignIn(page, server.users[0]);
    await expectHeading(page, words.shell.overview);
    await changeAtWindow(product, changePreferences, { isTourDone: true });

    await openPage(page, 'report');
    await expect(
      page.getByText(sentence(words.states.copyRefusal.beingRead, { platform: storeKeeper.texts.nl.name })),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The frame of the page is measured after what it shows has changed.
    await expect(() => expectAccessible(page)).toPass();
    await page.getByRole('link', { name: words.states.copyRefusal.seeConnection }).click();
    await expectHeading(page, words.shell.connection);
    const orders = words.connection.streams.name.orders;
    const bar = page.getByRole('progressbar', { name: sentence(words.connection.streams.bar, { name: orders }) });
    await expect(bar).toBeVisible();
    const early = Number(await bar.getAttribute('value'));
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(early);

    await openPage(page, 'report');
    await expect(page.getByRole('table', { name: words.report.revenue.title })).toBeVisible({ timeout: FIRST_COPY_MS });
    await expect(
      page.getByText(sentence(words.states.copyRefusal.beingRead, { platform: storeKeeper.texts.nl.name })),
    ).toHaveCount(0);
    const margin = page.getByRole('row', { name: new RegExp(words.report.revenue.margin) });
    await expect(margin).toContainText('niet bekend');
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});
