import { describe, expect, it } from 'vitest';
import { keepPagesBoxed } from './rules/keep-pages-boxed.ts';
import { useElectronNarrowly } from './rules/use-electron-narrowly.ts';
import { breachesOf } from './sources/breaches-of.ts';
import { readSource } from './sources/project-files.ts';

const WINDOW = 'electron/hosts/desktop/program-window.ts';

describe('the shell', () => {
  it('touches of Electron only what is guarded, each in its one place', () => {
    expect(breachesOf(useElectronNarrowly)).toEqual([]);
  });

  it.each([
    "ipcMain.on('x', run);",
    "electron['ipcMain'].handle('x', run);",
    'const { ipcMain: bus } = electron;',
    "shell.openExternal('https://evil.example/');",
    'const { openExternal } = shell;',
    'safeStorage.setUsePlainTextEncryption(true);',
    "safeStorage.encryptString('x');",
    "contents.executeJavaScript('1');",
    "window.loadFile('index.html');",
    "window.loadURL('app://bundle/');",
    'const privileges = { bypassCSP: true };',
    'const privileges = { allowServiceWorkers: true };',
    "const preferences = { enableBlinkFeatures: 'x' };",
    'new WebContentsView();',
    "session.fromPartition('x');",
    "app.commandLine.appendSwitch('remote-debugging-port', '0');",
    "app.commandLine.appendSwitch('no-sandbox');",
    'app.commandLine.appendSwitch();',
    'new BrowserWindow({});',
  ])('is seen to go too far with %s', (text) => {
    expect(useElectronNarrowly({ path: 'electron/hosts/desktop/other.ts', text })).not.toEqual([]);
  });

  it('shows its start page and no other', () => {
    const breach = { path: WINDOW, text: "await window.loadURL('data:text/html,' + page);" };
    expect(useElectronNarrowly(breach)).toEqual([`${WINDOW} loads another page`]);
  });

  it.each(['const guest = <webview src="x" />;', "document.createElement('webview');"])(
    'is seen to take in a guest by %s',
    (text) => {
      expect(useElectronNarrowly({ path: 'renderer/app/x.tsx', text })).toHaveLength(1);
    },
  );
});

describe('every window', () => {
  const window = readSource(WINDOW);

  it('is made with each preference that boxes its page in', () => {
    expect(breachesOf(keepPagesBoxed)).toEqual([]);
  });

  it.each([
    ['sandbox: true,', 'sandbox: false,'],
    ['contextIsolation: true,', ''],
    ['webSecurity: true,', 'webSecurity: isSecure,'],
    ['nodeIntegration: false,', 'nodeIntegration: true,'],
    ['nodeIntegrationInSubFrames: false,', ''],
    ['allowRunningInsecureContent: false,', 'allowRunningInsecureContent: 1,'],
    ['experimentalFeatures: false,', 'experimentalFeatures: !false,'],
    ['webviewTag: false,', 'webviewTag: false, webviewTag: true,'],
    ['spellcheck: false,', '...more,'],
    ['webPreferences: {', 'preferences: {'],
  ])('is seen to be weaker with %s as %s', (find, put) => {
    const text = window.text.replace(find, put);
    expect(text).not.toBe(window.text);
    expect(keepPagesBoxed({ path: WINDOW, text })).not.toEqual([]);
  });
});
