import { expect, type Page } from '@playwright/test';
import { electronPermissions } from '../unit/hosts/desktop/attacks.ts';
import { electronTest as test } from './support/electron-window.ts';
import { openCanaries, reachOut } from './support/outgoing-requests.ts';
import { breakPolicy } from './support/shell/policy-breaches.ts';

const START = 'app://bundle/';

/** Suite Q1 of the shell, by the documentation of Electron and Playwright. The guards behind it have separate tests. */
test.describe('a compromised page in the Electron window', () => {
  test('has no weaker preferences than a web page', async ({ electron: { app } }) => {
    const preferences = await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        // Not a documented method of this version, so it is looked up by name.
        const read: unknown = Reflect.get(contents, 'getLastWebPreferences');
        return typeof read === 'function' ? JSON.parse(JSON.stringify(read.call(contents))) : null;
      }),
    );
    test.skip(preferences.includes(null), 'this Electron does not tell the preferences of its windows');
    expect(preferences).toHaveLength(1);
    for (const given of preferences) {
      expect(given).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
      expect(given.webSecurity ?? true).toBe(true);
      const risky = ['nodeIntegrationInWorker', 'nodeIntegrationInSubFrames', 'allowRunningInsecureContent'];
      for (const name of [...risky, 'experimentalFeatures', 'webviewTag', 'enableBlinkFeatures']) {
        expect(given[name] || false, name).toBe(false);
      }
    }
  });

  test('finds nothing of Node', async ({ electron: { page } }) => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'setImmediate'];
    const found = await page.evaluate((wanted) => wanted.filter((name) => name in window), names);
    expect(found).toEqual([]);
  });

  test('can embed no guest and open no window', async ({ electron: { app, page } }) => {
    await page.evaluate(() => {
      const guest = document.createElement('webview');
      guest.setAttribute('src', 'data:text/html,x');
      document.body.append(guest);
      const opened = [
        window.open('https://evil.example/'),
        window.open('/'),
        window.open(''),
        window.open('about:blank', '_blank', 'popup,width=100'),
        window.open('/', 'named', 'noopener'),
        window.open('javascript:1', '_blank', 'nodeIntegration=yes'),
      ];
      if (opened.some((other) => other !== null)) throw new Error('a window was opened');
    });
    const counts = await app.evaluate(({ BrowserWindow, webContents }) => [
      BrowserWindow.getAllWindows().length,
      webContents.getAllWebContents().length,
    ]);
    expect(counts).toEqual([1, 1]);
  });

  test('stays where it is, however it tries to leave', async ({ electron: { page } }) => {
    const attempts = await leavePage(page);
    expect(attempts).toBeGreaterThanOrEqual(20);
    // A frame that the policy refuses shows the error page of Chromium.
    const harmless = ['', 'about:blank', 'chrome-error://chromewebdata/'];
    const shown = page.frames().map((frame) => frame.url());
    const foreign = shown.filter((url) => !harmless.includes(url) && !url.startsWith(START));
    expect(foreign).toEqual([]);
    expect(page.url()).toMatch(/^app:\/\/bundle\//);
  });

  test('gets no permission except to write to the clipboard', async ({ electron: { page } }) => {
    const granted = await page.evaluate(async (names) => {
      const asked = names.map(async (name) => {
        try {
          const { state } = await navigator.permissions.query({ name: name as PermissionName });
          return state === 'granted' ? [name] : [];
        } catch {
          // A name that is not a web permission cannot be requested.
          return [];
        }
      });
      return (await Promise.all(asked)).flat();
    }, electronPermissions());
    expect(granted.filter((name) => !name.startsWith('clipboard-'))).toEqual([]);
    expect(granted).not.toContain('clipboard-read');
  });

  test('reaches no other host in any way', async ({ electron: { page } }) => {
    const canaries = await openCanaries();
    try {
      await reachOut(page, canaries);
      expect(canaries.hits).toEqual({ tcp: 0, udp: 0 });
    } finally {
      canaries.close();
    }
  });

  test('cannot break its policy', async ({ electron: { page } }) => {
    const { blocked, ran } = await breakPolicy(page);
    expect(ran).toEqual([]);
    expect(blocked).toBeGreaterThanOrEqual(8);
  });

  test('has one function of the program, and nothing behind it', async ({ electron: { page } }) => {
    expect(await walkBridge(page)).toEqual(['tilldesk: object', 'tilldesk.call: function']);
  });
});

const TARGETS = [
  'https://evil.example/',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
  'data:text/html,<p>x',
  'app://evil/',
];

/** Tries to leave by location, link, form, refresh and frame, to each target. Returns the number of attempts. */
async function leavePage(page: Page): Promise<number> {
  return page.evaluate((targets) => {
    const put = (name: string, members: object) => {
      const made = Object.assign(document.createElement(name), members);
      document.body.append(made);
      return made;
    };
    const ways: readonly ((target: string) => void)[] = [
      (target) => location.assign(target),
      (target) => put('a', { href: target }).click(),
      (target) => put('a', { href: target, target: '_top' }).click(),
      (target) => {
        const form = document.createElement('form');
        form.action = target;
        document.body.append(form);
        form.submit();
      },
      (target) => put('meta', { httpEquiv: 'refresh', content: `0;url=${target}` }),
      (target) => put('iframe', { src: target }),
    ];
    for (const way of ways) {
      for (const target of targets) {
        try {
          way(target);
        } catch {
          // Refused immediately.
        }
      }
    }
    return ways.length * targets.length;
  }, TARGETS);
}

/** Everything that can be reached from what the preload script exposes, except what every object and function has. */
async function walkBridge(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ordinary = new Set<unknown>([Object.prototype, Function.prototype]);
    const found: string[] = [];
    const walk = (path: string, value: unknown) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      if (ordinary.has(value)) return;
      ordinary.add(value);
      found.push(`${path}: ${typeof value}`);
      const usual = typeof value === 'function' ? ['length', 'name', 'prototype', 'arguments', 'caller'] : [];
      for (const key of Reflect.ownKeys(value)) {
        if (!usual.includes(String(key))) walk(`${path}.${String(key)}`, Reflect.get(value, key));
      }
      const parent: unknown = Object.getPrototypeOf(value);
      if (!ordinary.has(parent)) walk(`${path}.__proto__`, parent);
    };
    walk('tilldesk', Reflect.get(window, 'tilldesk'));
    return found;
  });
}
