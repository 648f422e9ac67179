import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findBrowser } from '../../electron/startup/find-browser.ts';

const INSTALL_COMMANDS = [
  ['update', '-qq'],
  ['install', '-y', '-qq', 'chromium'],
];

/** The Chromium browser of the tests. Installs Debian's where there is none and it may; throws a sentence where not. */
export function provideBrowser(): string {
  const found = installedBrowser();
  if (found !== null) return found;
  if (!mayInstall()) {
    throw new Error(
      'The browser tests need Chromium, Chrome or Edge. Install one (on Debian: apt-get install chromium) and run them again.',
    );
  }
  process.stdout.write('   installing chromium for the browser tests; about half a minute ...\n');
  for (const args of INSTALL_COMMANDS) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  const installed = installedBrowser();
  if (installed === null) {
    throw new Error(
      'apt-get could not install chromium, which the browser tests need: see its message above, and run apt-get install chromium.',
    );
  }
  return installed;
}

function installedBrowser(): string | null {
  return findBrowser({ platform: process.platform, env: process.env });
}

function mayInstall(): boolean {
  const isRoot = process.getuid?.() === 0;
  const release = '/etc/os-release';
  return isRoot && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}
