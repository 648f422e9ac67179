import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatClosedWindow, openAppWindow } from '../../../electron/hosts/browser/app-window.ts';
import { findBrowser, hasDisplay } from '../../../electron/startup/find-browser.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

describe('findBrowser', () => {
  const among =
    (...present: string[]) =>
    (path: string) =>
      present.includes(path);

  it('searches the PATH of Linux, Chrome first', () => {
    const env = { PATH: '/usr/local/bin::relative:/usr/bin' };
    const find = (...present: string[]) => findBrowser({ platform: 'linux', env, exists: among(...present) });
    expect(find('/usr/bin/chromium')).toBe('/usr/bin/chromium');
    expect(find('/usr/bin/chromium', '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
    expect(find('relative/chromium', '/opt/chromium')).toBeNull();
  });

  it('searches the applications of macOS', () => {
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(findBrowser({ platform: 'darwin', env: {}, exists: among(edge) })).toBe(edge);
  });

  it('searches the program folders of Windows', () => {
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(findBrowser({ platform: 'win32', env, exists: among(edge) })).toBe(edge);
  });
});

describe('hasDisplay', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('of %s with %j is %s', (platform, env, expected) => {
    expect(hasDisplay({ platform, env })).toBe(expected);
  });
});

/** Creates a fake browser that writes down its arguments and then does what `then` says. */
function browserThat(then: string) {
  const folder = createTemporaryFolder();
  const browser = join(folder, 'browser');
  const written = join(folder, 'arguments');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${written}'\n${then}\n`);
  chmodSync(browser, 0o755);
  const clock = createFixedClock('2026-11-22T09:00:00Z');
  const options = {
    browser,
    launch: {
      action: 'http://0123.localhost:1/launch',
      ticket: { code: 'S3CRET', isRedeemed: () => isRedeemed },
    },
    profile: join(folder, 'profile'),
    clock,
    onNotOpened: () => void notOpened.push(clock.now()),
  };
  let isRedeemed = false;
  const notOpened: number[] = [];
  const redeem = () => {
    isRedeemed = true;
  };
  return { options, written, clock, notOpened, redeem, page: join(options.profile, 'launch.html') };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('openAppWindow', () => {
  it('keeps the launch code out of its arguments, which every user of the computer can read', async () => {
    const { options, written, page } = browserThat('exec tail -f /dev/null');
    const window = openAppWindow({ ...options, isRoot: false, onEnd: () => {} });
    await until(() => existsSync(written) && readFileSync(written, 'utf8').includes('password-store'));
    expect(readFileSync(written, 'utf8')).not.toContain('S3CRET');
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('method="post" action="http://0123.localhost:1/launch"');
    expect(html).toContain('name="code" value="S3CRET"');
    if (process.platform !== 'win32') expect(statSync(page).mode & 0o777).toBe(0o600);
    await window.close();
    expect(existsSync(page)).toBe(false);
  });

  it('makes the browser store no password, send nothing to its maker, and translate nothing', async () => {
    const { options, written } = browserThat('exec tail -f /dev/null');
    const folder = join(options.profile, 'Default');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'Login Data'), 'a password under the key that everybody knows');
    const before = { profile: { name: 'Tilldesk', password_manager_enabled: true }, other: { a: 1 } };
    writeFileSync(join(folder, 'Preferences'), JSON.stringify(before));
    const window = openAppWindow({ ...options, isRoot: false, onEnd: () => {} });
    await until(() => existsSync(written));
    expect(existsSync(join(folder, 'Login Data'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'Preferences'), 'utf8'))).toMatchObject({
      credentials_enable_service: false,
      profile: { name: 'Tilldesk', password_manager_enabled: false, password_manager_leak_detection: false },
      translate: { enabled: false },
      other: { a: 1 },
    });
    await window.close();
  });

  it('reports after ten seconds that the browser has not opened the window', async () => {
    const { options, clock, notOpened, page } = browserThat('exec tail -f /dev/null');
    const window = openAppWindow({ ...options, isRoot: false, onEnd: () => {} });
    clock.advance(9_999);
    expect([notOpened.length, existsSync(page)]).toEqual([0, true]);
    clock.advance(1);
    expect([notOpened.length, existsSync(page)]).toEqual([1, false]);
    await window.close();
  });

  it('reports nothing if it has', async () => {
    const { options, clock, notOpened, redeem } = browserThat('exec tail -f /dev/null');
    const window = openAppWindow({ ...options, isRoot: false, onEnd: () => {} });
    redeem();
    clock.advance(10_000);
    expect(notOpened).toEqual([]);
    await window.close();
  });

  it('opens its page as an app, with a separate profile', async () => {
    const { options, written, page } = browserThat('exec tail -f /dev/null');
    const window = openAppWindow({ ...options, isRoot: false, onEnd: () => {} });
    await until(() => existsSync(written) && readFileSync(written, 'utf8').includes('password-store'));
    await window.close();
    const switches = readFileSync(written, 'utf8').split('\n');
    expect(switches).toContain(`--app=${pathToFileURL(page).href}`);
    expect(switches).toContain(`--user-data-dir=${options.profile}`);
    expect(switches).not.toContain('--no-sandbox');
  });

  it('disables the sandbox only as root', async () => {
    const { options, written } = browserThat('exec tail -f /dev/null');
    const window = openAppWindow({ ...options, isRoot: true, onEnd: () => {} });
    await until(() => existsSync(written) && readFileSync(written, 'utf8').includes('--no-sandbox'));
    await window.close();
  });

  it('reports if the browser fails by itself', async () => {
    const { options } = browserThat('exit 4');
    const reason = await new Promise((onEnd) => openAppWindow({ ...options, isRoot: false, onEnd }));
    expect(reason).toContain('status 4');
  });

  it('reports if there is no such browser', async () => {
    const { options } = browserThat('');
    const reason = await new Promise((onEnd) =>
      openAppWindow({ ...options, browser: '/nowhere/chromium', isRoot: false, onEnd }),
    );
    expect(reason).toContain('ENOENT');
  });

  it('reports which signal ended the browser', async () => {
    const { options } = browserThat('kill -9 $$');
    const reason = await new Promise((onEnd) => openAppWindow({ ...options, isRoot: false, onEnd }));
    expect(reason).toContain('SIGKILL');
  });

  it('waits for a browser of an earlier run that takes over the window', async () => {
    const { options, written, page, clock, notOpened, redeem } = browserThat('exit 0');
    const ends: (string | null)[] = [];
    openAppWindow({ ...options, isRoot: false, onEnd: (why) => ends.push(why) });
    await until(() => existsSync(written));
    await new Promise((resolve) => setImmediate(resolve));
    expect([ends, existsSync(page)]).toEqual([[], true]);
    redeem();
    clock.advance(10_000);
    expect([ends, notOpened, existsSync(page)]).toEqual([[], [], false]);
  });

  it('reports once, without a reason, that the user closed the window', async () => {
    const { options, redeem } = browserThat('exit 0');
    redeem();
    const ends: (string | null)[] = [];
    const window = openAppWindow({ ...options, isRoot: false, onEnd: (why) => ends.push(why) });
    await until(() => ends.length > 0);
    await window.close();
    expect(ends).toEqual([null]);
  });

  it('reports nothing if the program closes it', async () => {
    const { options, written } = browserThat('exec tail -f /dev/null');
    const ends: (string | null)[] = [];
    const window = openAppWindow({ ...options, isRoot: false, onEnd: (why) => ends.push(why) });
    await until(() => existsSync(written));
    await window.close();
    expect(ends).toEqual([]);
  });
});

describe('formatClosedWindow', () => {
  it('says in one line how to continue, and why if that is known', () => {
    const address = 'http://127.0.0.1:1/launch?code=fresh';
    expect(formatClosedWindow(null, address)).toBe(
      `The window was closed; Tilldesk keeps running. Open it again at ${address} (works once, for 10 minutes); Ctrl+C stops it.`,
    );
    expect(formatClosedWindow('chromium ended with SIGSEGV', address)).toContain('(chromium ended with SIGSEGV)');
  });
});
