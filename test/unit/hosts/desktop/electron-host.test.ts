import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockContents } from '../../../../electron/hosts/desktop/locks.ts';
import {
  BrowserWindow,
  behaviour,
  electronCalls,
  Menu,
  nativeTheme,
  sessionHandlers,
} from '../../../support/electron-stand-in.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { AT_REST, CORE, forgetStandIn, makeHost, openStandInWindow, showHost } from './made-host.ts';

beforeEach(forgetStandIn);

describe('show', () => {
  it('restricts the session and serves our scheme before it opens the window, and the bridge before its pages', async () => {
    await showHost();
    const at = (step: string) => electronCalls.steps.findIndex((taken) => taken.startsWith(step));
    expect(at('onBeforeRequest')).toBeGreaterThanOrEqual(0);
    expect(at('protocol.handle app')).toBeGreaterThan(at('onBeforeRequest'));
    expect(at('new BrowserWindow')).toBeGreaterThan(at('protocol.handle app'));
    expect(at('ipcMain.handle')).toBeGreaterThan(at('loadURL app://bundle/'));
    expect(electronCalls.steps.slice(-2)).toEqual(['loadURL app://bundle/', 'clear history']);
  });

  it('does nothing in a window that somebody has closed', async () => {
    const window = await openStandInWindow();
    electronCalls.windows[0]?.close();
    electronCalls.steps.length = 0;
    await makeHost('linux', {}, window).show(CORE, AT_REST);
    expect(electronCalls.steps.filter((step) => step.startsWith('loadURL'))).toEqual([]);
  });

  it('gives the page no more rights than a web page has', async () => {
    await showHost();
    expect(electronCalls.windows[0]?.options.webPreferences).toMatchObject({
      preload: '/dist/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
  });

  it('blocks all requests and permissions of the session', async () => {
    await showHost();
    const answers: object[] = [];
    for (const url of ['https://evil.example/', 'http://127.0.0.1:4870/api/shops', 'app://bundle/icon.svg']) {
      sessionHandlers.beforeRequest?.({ url }, (answer) => answers.push(answer));
    }
    expect(answers).toEqual([{ cancel: true }, { cancel: true }, { cancel: false }]);

    const contents = {} as never;
    const granted: boolean[] = [];
    for (const permission of ['geolocation', 'clipboard-sanitized-write'] as const) {
      const details = { requestingUrl: 'app://bundle/', isMainFrame: true };
      sessionHandlers.permissionRequest?.(contents, permission, (isGranted) => granted.push(isGranted), details);
      granted.push(sessionHandlers.permissionCheck?.(null, permission, 'app://bundle', details as never) ?? true);
    }
    expect(granted).toEqual([false, false, true, true]);
    expect(sessionHandlers.devicePermission?.({} as never)).toBe(false);
  });

  it('leaves the program running if its page cannot be loaded', async () => {
    const window = await openStandInWindow();
    behaviour.loading = Promise.reject(new Error('ERR_FAILED (-2)'));
    const host = makeHost('linux', {}, window);
    expect(await host.show(CORE, AT_REST)).toEqual({ port: null, description: 'in its own window' });
  });

  it('destroys the window when it closes', async () => {
    const host = await showHost();
    await host.close();
    expect(electronCalls.steps).toContain('destroy');
    expect(electronCalls.handlers.size).toBe(0);
  });
});

describe('a change of the settings', () => {
  it('updates menu and theme at once', async () => {
    const shown = vi.spyOn(Menu, 'buildFromTemplate');
    onTestFinished(() => shown.mockRestore());
    const host = await showHost();
    expect([nativeTheme.themeSource, JSON.stringify(shown.mock.lastCall)]).toEqual([
      'dark',
      expect.stringContaining('Bewerken'),
    ]);
    expect(host.settings.change({ language: 'en', theme: 'light' })).toEqual(host.settings.read());
    expect([nativeTheme.themeSource, JSON.stringify(shown.mock.lastCall)]).toEqual([
      'light',
      expect.stringContaining('Edit'),
    ]);
    expect(electronCalls.steps.at(-1)).toBe('setApplicationMenu');
  });
});

describe('lockContents', () => {
  function lockedContents() {
    const { webContents } = new BrowserWindow({});
    lockContents(webContents as never);
    return webContents;
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('keeps %s on our own pages', (event) => {
    const contents = lockedContents();
    const prevented: string[] = [];
    for (const url of ['https://evil.example/', 'app://bundle/catalog', 'file:///etc/passwd']) {
      contents.emit(event, { url, preventDefault: () => prevented.push(url) });
    }
    expect(prevented).toEqual(['https://evil.example/', 'file:///etc/passwd']);
  });

  it('attaches no guest page', () => {
    let isPrevented = false;
    lockedContents().emit('will-attach-webview', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    expect(isPrevented).toBe(true);
  });

  it('opens no other window, not even for our own pages', () => {
    const open = lockedContents().openHandler;
    for (const url of ['https://evil.example/', 'app://bundle/', 'about:blank']) {
      expect(open?.({ url } as never)).toEqual({ action: 'deny' });
    }
  });
});

describe('what is opened outside', () => {
  it('can be a plain https address', async () => {
    const address = 'https://demo.backoffice.example/#order/details/1';
    const place = { kind: 'back-office', url: new URL(address) } as const;
    expect(await makeHost().openPlace(place)).toEqual({ href: null });
    expect(electronCalls.opened).toEqual([address]);
  });

  it.each(['http://a.example/', 'file:///etc/passwd', 'https://user@a.example/', 'ms-msdt:/id'])(
    'cannot be %s',
    async (address) => {
      const place = { kind: 'back-office', url: new URL(address) } as const;
      await expect(makeHost().openPlace(place)).rejects.toThrow();
      expect(electronCalls.opened).toEqual([]);
    },
  );

  it('can be the documentation of the local API, and no other page of this computer', async () => {
    const open = (address: string) => makeHost().openPlace({ kind: 'documentation', url: new URL(address) });
    await open('http://127.0.0.1:4870/docs');
    expect(electronCalls.opened).toEqual(['http://127.0.0.1:4870/docs']);
    await expect(open('http://127.0.0.1:4870/')).rejects.toThrow();
    expect(electronCalls.opened).toHaveLength(1);
  });

  it('can be the data folder, if the system can show it', async () => {
    const place = { kind: 'data-folder', path: '/data' } as const;
    expect(await makeHost().openPlace(place)).toEqual({ href: null });
    expect(electronCalls.opened).toEqual(['/data']);
    behaviour.openPathProblem = 'Failed to open path';
    await expect(makeHost().openPlace(place)).rejects.toMatchObject({
      failure: { code: 'failed', message: 'The folder cannot be opened: Failed to open path' },
    });
  });

  it('can be a finished export, with its program or in its folder', async () => {
    const path = join(createTemporaryFolder(), 'a.csv');
    writeFileSync(path, '');
    for (const where of ['program', 'folder'] as const) {
      expect(await makeHost().showExport({ path, where })).toEqual({ href: null });
    }
    expect(electronCalls.opened).toEqual([path, path]);
    expect(makeHost().getVisiblePath(path)).toBe(path);
    behaviour.openPathProblem = 'No application is registered.';
    await expect(makeHost().showExport({ path, where: 'program' })).rejects.toThrow(
      'The file cannot be opened: No application is registered.',
    );
  });

  it.each(['program', 'folder'] as const)('cannot be a file that is gone (%s)', async (where) => {
    await expect(makeHost().showExport({ path: '/nowhere/a.csv', where })).rejects.toMatchObject({
      name: 'BridgeError',
      failure: { code: 'failed', status: 404, message: 'The file no longer exists.' },
    });
    expect(electronCalls.opened).toEqual([]);
  });
});
