import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './electron/startup/find-browser.ts';
import { findRealWindowProblem, REAL_WINDOW_SPECS } from './test/e2e/support/real-window.ts';
import { SKIPPED_FILES } from './test/support/test-size.ts';

/** `npm test` makes sure of one before it comes here. */
const browser = findBrowser({ platform: process.platform, env: process.env });

/** `npm test` says in a line why they are left out. */
const leftOut = (await findRealWindowProblem()) === null ? [] : [REAL_WINDOW_SPECS];

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: [...SKIPPED_FILES, ...leftOut],
  globalSetup: './test/e2e/support/make-demo-store.ts',
  outputDir: 'test-results',
  // Each starts a product of its own, and with its browser takes more than a core.
  workers: availableParallelism() < 4 ? 2 : 3,
  forbidOnly: true,
  // Only to end what never ends: the computer may have other work.
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'nl-NL',
    acceptDownloads: true,
    // A trace takes a fifth of a test's time: `--trace retain-on-failure` keeps that of one that failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});
