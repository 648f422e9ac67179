import { expect } from '@playwright/test';
import { systemClock } from '../../electron/base/clock.ts';
import { changePreferences } from '../../shared/contract/window.ts';
import { storeKeeper } from '../../shared/platforms/storekeeper.ts';
import { startStoreKeeperServer } from '../support/storekeeper/storekeeper-server.ts';
import { reportPage } from './pages/report-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { test } from './support/product-test.ts';
import { changeAtWindow } from './support/ui-entrance.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

/** The first copy takes about half a minute at four calls a second. */
const SMALL = { products: 40, orders: 60, months: 2 } as const;

const FIRST_COPY_MS = 90_000;

test('signing in to a StoreKeeper account starts a first copy: a page shows its progress, and fills by itself', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const server = await startStoreKeeperServer({ ...SMALL, clock: systemClock });
  try {
    await page.goto('/');
    await signInPage(page).choosePlatform(storeKeeper.texts.nl, server.address);
    await signInPage(page).signIn(server.users[0]);
    await windowFrame(page).expectHeading(words.shell.overview);
    await changeAtWindow(product, changePreferences, { isTourDone: true });

    await windowFrame(page).open('report');
    await expect(
      page.getByText(sentence(words.states.copyRefusal.beingRead, { platform: storeKeeper.texts.nl.name })),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The layout of the page settles after its content has changed.
    await expect(() => expectAccessible(page)).toPass();
    await page.getByRole('link', { name: words.states.copyRefusal.seeConnection }).click();
    await windowFrame(page).expectHeading(words.shell.connection);
    const orders = words.connection.streams.name.orders;
    const bar = page.getByRole('progressbar', { name: sentence(words.connection.streams.bar, { name: orders }) });
    await expect(bar).toBeVisible();
    const early = Number(await bar.getAttribute('value'));
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(early);

    await windowFrame(page).open('report');
    await expect(reportPage(page).revenue).toBeVisible({ timeout: FIRST_COPY_MS });
    await expect(
      page.getByText(sentence(words.states.copyRefusal.beingRead, { platform: storeKeeper.texts.nl.name })),
    ).toHaveCount(0);
    const margin = page.getByRole('row', { name: new RegExp(words.report.revenue.margin) });
    await expect(margin).toContainText('niet bekend');
    // A tooltip under the pointer is outside the regions of the page.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});
