import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { DEMO_STORE_VARIABLE, PRODUCT_START_MS, projectRoot, STORE_FILE } from './running-product.ts';

export interface ElectronWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Tests in the window of the Electron in node_modules. `playwright.config.ts` skips them if it cannot run. */
export const electronTest = base.extend<{ readonly electron: ElectronWindow }>({
  electron: [
    async ({ browserName: _ }, use) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'tilldesk-electron-'));
      const demoStore = process.env[DEMO_STORE_VARIABLE];
      if (demoStore !== undefined) await copyFile(demoStore, join(dataFolder, STORE_FILE));
      const app = await _electron.launch({
        // Otherwise Playwright adds --no-sandbox.
        chromiumSandbox: true,
        args: [projectRoot, '--port=0', `--data-dir=${dataFolder}`],
      });
      try {
        const page = await app.firstWindow();
        // Its first page says that the program is starting.
        await page.locator('#root').waitFor({ state: 'attached' });
        await use({ app, page });
      } finally {
        await app.close();
        await rm(dataFolder, { recursive: true });
      }
    },
    { timeout: PRODUCT_START_MS },
  ],
});
