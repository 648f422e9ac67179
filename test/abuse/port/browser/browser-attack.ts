import { chromium } from 'playwright';
import { findBrowser } from '../../../../electron/startup/find-browser.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { BREACHES } from '../figures.ts';
import type { Ground } from '../ground.ts';
import { visitForeignPages } from './foreign-pages.ts';
import { openNameServer } from './name-server.ts';
import { rebind } from './rebind.ts';
import { openSocksServer } from './socks-server.ts';

/** A real browser on pages that are not the program's. Where there is none, that is told, and red. */
export async function attackByBrowser(run: SuiteRun, ground: Ground): Promise<void> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) {
    run.breach(BREACHES.shortfalls, 'there is no Chromium, Chrome or Edge here');
    return;
  }
  // Chromium refuses its sandbox to root.
  const options = { executablePath, chromiumSandbox: process.getuid?.() !== 0 };
  const quiet = '--disable-background-networking';
  const mapped = await chromium.launch({
    ...options,
    args: [quiet, '--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  try {
    const context = await mapped.newContext();
    const own = await context.newPage();
    await own.goto(`http://${ground.ui.authority}/launch#${ground.ui.launchCode()}`);
    await own.waitForURL(({ pathname }) => pathname === '/');
    await visitForeignPages(run, ground, context);
  } finally {
    await mapped.close();
  }
  await rebindByProxy(run, ground, { ...options, args: [quiet] });
}

async function rebindByProxy(
  run: SuiteRun,
  ground: Ground,
  options: { readonly executablePath: string; readonly args: readonly string[] },
): Promise<void> {
  const names = await openNameServer('127.0.0.2');
  const proxy = await openSocksServer(names.address);
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--proxy-server=socks5://127.0.0.1:${proxy.port}`],
  });
  try {
    await rebind(run, ground, { browser, names });
  } finally {
    await browser.close();
    proxy.close();
    names.close();
  }
}
