import { defineConfig } from '@playwright/test';
import { findBrowser } from './electron/launch/find-browser.ts';

const browser = findBrowser({ platform: process.platform, env: process.env });
if (browser === null) throw new Error('No Chromium, Chrome or Edge is installed: run `npm run e2e`.');

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Every worker runs a program of its own; the machine runs both in the time of one.
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'nl-NL',
    acceptDownloads: true,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser,
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});
