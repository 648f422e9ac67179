import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../electron/startup/find-browser.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { DEFAULT_PREFERENCES } from '../../shared/contract/defaults.ts';
import { changePreferences } from '../../shared/contract/window.ts';
import { OWNER, openApi } from '../e2e/support/api-reader.ts';
import { sampleIds } from '../e2e/support/page-steps.ts';
import { startProduct } from '../e2e/support/running-product.ts';
import { callBridge, changeAtWindow, enterUi, giveTicket, type UiEntrance } from '../e2e/support/ui-entrance.ts';
import { SHOTS, type Shot } from './shots.ts';

const SIZE = { width: 1440, height: 900 };
const BASELINE = projectPath('test', 'visual', 'baseline');
/** Nothing is awaited for longer: what has not come by then is seen in the picture. */
const SETTLE_MS = 15_000;
const DRAW_MS = 500;

/** Takes all pictures of the baseline again, or the named ones. */
async function takeScreenshots(names: readonly string[]): Promise<void> {
  const product = await startProduct();
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) throw new Error('No Chromium, Chrome or Edge was found.');
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const entrance = await enterUi(product);
    const ids = await sampleIds(await openApi(product.apiAddress, OWNER));
    const shots = names.length === 0 ? SHOTS : SHOTS.filter(({ name }) => names.includes(name));
    if (names.length === 0) rmSync(BASELINE, { recursive: true, force: true });
    for (const shot of shots) {
      const address = shot.address.replace('{product}', String(ids.product)).replace('{order}', String(ids.order));
      await take(browser, entrance, { ...shot, address });
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function take(browser: Browser, entrance: UiEntrance, shot: Shot): Promise<void> {
  await prepareProgram(entrance, shot);
  const context = await browser.newContext({
    baseURL: entrance.origin,
    storageState: entrance.storageState,
    viewport: SIZE,
    locale: 'nl-NL',
    reducedMotion: 'reduce',
  });
  try {
    await giveTicket(context, entrance);
    const page = await context.newPage();
    await shot.before?.(page);
    await page.goto(`/#${shot.address}`);
    await settle(page);
    await shot.act?.(page);
    await settle(page);
    // What is fetched when it is first asked for, such as the palette, is drawn a moment later.
    await page.waitForTimeout(DRAW_MS);
    await page.screenshot({ path: join(BASELINE, `${shot.name}.png`) });
    process.stdout.write(`${shot.name}\n`);
  } finally {
    await context.close();
  }
}

/** The program has one session and one set of settings for all windows. */
async function prepareProgram(entrance: UiEntrance, shot: Shot): Promise<void> {
  const { theme = 'light' } = shot;
  await callBridge(entrance, 'changeSettings', { language: 'nl', theme });
  if (shot.isSignedOut) {
    await callBridge(entrance, 'signOut', {});
  } else {
    await callBridge(entrance, 'signIn', { ...OWNER, platform: null, remember: false });
    await changeAtWindow(entrance, changePreferences, { ...DEFAULT_PREFERENCES, isTourDone: true });
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    timeout: SETTLE_MS,
  });
}

await takeScreenshots(process.argv.slice(2));
