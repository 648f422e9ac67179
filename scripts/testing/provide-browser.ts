import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findBrowser } from '../../electron/launch/find-browser.ts';

const INSTALL_COMMANDS = [
  ['update', '-qq'],
  ['install', '-y', '-qq', 'chromium'],
];

/** Makes sure of a Chromium browser for the tests. Installs Debian's where it may; throws a sentence where not. */
export function provideBrowser(): void {
  if (hasBrowser()) return;
  if (!mayInstall()) {
    throw new Error(
      'The browser tests need Chromium, Chrome or Edge: install one (on Debian: apt-get install chromium).',
    );
  }
  process.stderr.write('Installing chromium for the browser tests; about half a minute ...\n');
  for (const args of INSTALL_COMMANDS) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  if (!hasBrowser()) {
    throw new Error(
      'apt-get could not install chromium, which the browser tests need: see its message above.',
    );
  }
}

function hasBrowser(): boolean {
  return findBrowser({ platform: process.platform, env: process.env }) !== null;
}

function mayInstall(): boolean {
  const isRoot = process.getuid?.() === 0;
  const release = '/etc/os-release';
  return isRoot && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}
