import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readInstance } from '../../electron/startup/instance-file.ts';
import { askLaunchAddress } from '../../electron/startup/single-instance.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test } from './support/own-product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test('a window says that another one was opened, and that its own address was used twice', async ({
  browser,
  running,
}) => {
  const [own, thief] = [await browser.newContext({ locale: 'nl-NL' }), await browser.newContext()];
  const page = await own.newPage();
  await page.goto(running.launchAddress);
  await signInPage(page).signIn(OWNER);
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();

  const second = await thief.newPage();
  await second.goto((await anotherAddress(running.dataFolder)) ?? '');
  await expect(second.getByLabel(/./).first()).toBeVisible();
  await page.goto(`${new URL(running.launchAddress).origin}/#/catalog`);
  await expect(page.getByText(words.shell.otherWindow)).toBeVisible();

  // The address opens the same window again in the browser that opened it first.
  const again = await own.newPage();
  await again.goto(running.launchAddress);
  await expect(windowFrame(again).ownerOf('demo')).toBeVisible();
  await again.close();

  // A link that is opened in a new tab gets the key from the window.
  const tab = await own.newPage();
  await tab.goto(`${new URL(running.launchAddress).origin}/#/catalog`);
  await expect(windowFrame(tab).ownerOf('demo')).toBeVisible();
  await tab.close();

  await second.goto('about:blank');
  await second.goto(running.launchAddress);
  await expect(second.getByRole('heading', { name: /Iemand anders heeft deze link al gebruikt/ })).toBeVisible();
  await page.goto(`${new URL(running.launchAddress).origin}/#/orders`);
  await expect(page.getByText(words.states.failed.openedTwice).first()).toBeVisible();
  await own.close();
  await thief.close();
});

/** The address that a second start of the program gets. */
async function anotherAddress(dataFolder: string): Promise<string | null> {
  const instance = readInstance(join(dataFolder, 'instance.json'));
  return instance && askLaunchAddress(instance, fetch);
}
