import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../../electron/startup/electron-program.ts';
import { projectRoot } from './running-product.ts';

const program = findElectron(projectRoot, process.env);
const rootNeedsNoSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export interface ElectronWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Tests in the real window, where there is an Electron on this computer; otherwise they are skipped with a reason. */
export const electronTest = base.extend<{ readonly electron: ElectronWindow }>({
  electron: async ({ browserName: _ }, use) => {
    base.skip(program === null, 'there is no Electron binary on this computer');
    const dataFolder = await mkdtemp(join(tmpdir(), 'tilldesk-electron-'));
    const app = await _electron.launch({
      ...(program === null ? {} : { executablePath: program }),
      args: [...rootNeedsNoSandbox, projectRoot, '--port', '0', '--data-dir', dataFolder],
    });
    try {
      const page = await app.firstWindow();
      // Its first page reports that the program is starting.
      await page.locator('#root').waitFor({ state: 'attached' });
      await use({ app, page });
    } finally {
      await app.close();
      await rm(dataFolder, { recursive: true });
    }
  },
});
