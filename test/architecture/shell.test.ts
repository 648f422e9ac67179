import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, readSource, type SourceFile } from './sources.ts';

/** What every Electron window must be created with, so that its page can do no more than a web page. */
const BOXED_PREFERENCES: Readonly<Record<string, boolean>> = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};

interface Property {
  readonly name: string;
  readonly value: object;
}

/** Every window sets each preference that isolates its page, to the right value. */
function keepPagesBoxed(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/')) return [];
  const breaches: string[] = [];
  new Visitor({
    NewExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'BrowserWindow') return;
      const preferences = propertiesOf(options).find(({ name }) => name === 'webPreferences')?.value;
      breaches.push(...weaknessesOf(propertiesOf(preferences)).map((name) => `${file.path} weakens ${name}`));
    },
  }).visit(parseSource(file).program);
  return breaches;
}

/** A name that occurs twice, or is spread in, could mean anything. */
function weaknessesOf(properties: readonly Property[]): string[] {
  const weak = Object.entries(BOXED_PREFERENCES).filter(([name, wanted]) => {
    const [given, ...more] = properties.filter((property) => property.name === name);
    return more.length > 0 || given === undefined || literalOf(given.value) !== wanted;
  });
  const spread = properties.filter(({ name }) => name === SPREAD);
  return [...weak.map(([name]) => name), ...spread.map(() => 'all of them')];
}

const SPREAD = '...';

function propertiesOf(node: object | undefined): Property[] {
  if (node === undefined || !('properties' in node) || !Array.isArray(node.properties)) return [];
  return node.properties.map(({ type, key, value }) =>
    type === 'Property' && key.type === 'Identifier' ? { name: key.name, value } : { name: SPREAD, value: {} },
  );
}

function literalOf(node: object): unknown {
  return 'value' in node ? node.value : undefined;
}

const WINDOW = 'electron/hosts/desktop/program-window.ts';

/** The parts of Electron that only one file may use, because its guard is there. */
const GUARDED: Readonly<Record<string, string>> = {
  ipcMain: 'electron/hosts/desktop/electron-host.ts',
  ipcRenderer: 'electron/preload.ts',
  contextBridge: 'electron/preload.ts',
  openExternal: 'electron/hosts/desktop/electron-host.ts',
  loadURL: WINDOW,
};

/** What a program that shows only its own pages does not need. */
const BANNED = [
  'setUsePlainTextEncryption',
  'encryptString',
  'decryptString',
  'executeJavaScript',
  'executeJavaScriptInIsolatedWorld',
  'loadFile',
  'bypassCSP',
  'allowServiceWorkers',
  'enableBlinkFeatures',
  'allowExtensions',
  'stream',
  'BrowserView',
  'WebContentsView',
  'BaseWindow',
  'fromPartition',
  'debugger',
];

const UNSAFE_SWITCH =
  /^(remote-debugging|remote-allow-origins|inspect|no-sandbox|disable-web-security|disable-site-isolation|allow-|enable-blink|ignore-certificate|js-flags|load-extension|host-rules|proxy-)/;

/** Breaches of the shell's own rules in what a source names and calls. */
function useElectronNarrowly(file: SourceFile): string[] {
  if (!isShell(file.path)) return holdsGuest(file) ? [`${file.path} shows a guest page`] : [];
  const breaches = new Set<string>();
  const name = (found: string) => {
    if (BANNED.includes(found)) breaches.add(`${file.path} uses ${found}`);
    const home = Object.hasOwn(GUARDED, found) ? GUARDED[found] : undefined;
    if (home !== undefined && home !== file.path) breaches.add(`${file.path} uses ${found}`);
  };
  new Visitor({
    Identifier: (node) => name(node.name),
    Literal: ({ value }) => typeof value === 'string' && GUARDED[value] !== undefined && name(value),
    NewExpression({ callee }) {
      if (calledName(callee) === 'BrowserWindow' && file.path !== WINDOW) {
        breaches.add(`${file.path} opens a window`);
      }
    },
    CallExpression({ callee, arguments: [first] }) {
      const called = calledName(callee);
      if (called === 'appendSwitch' && isUnsafeSwitch(first)) breaches.add(`${file.path} weakens Chromium`);
      if (called === 'loadURL' && !isStartPage(first)) breaches.add(`${file.path} loads another page`);
    },
  }).visit(parseSource(file).program);
  return [...breaches];
}

function isShell(path: string): boolean {
  return /^electron\/(hosts\/desktop\/|main\.ts$|preload\.ts$)/.test(path);
}

/** The element exists if a page names it or a script creates it. */
function holdsGuest({ path, text }: SourceFile): boolean {
  return /^(electron|renderer)\//.test(path) && /<webview|createElement\(\s*['"`]webview/.test(text);
}

function calledName(callee: object): string | null {
  const property = 'property' in callee ? callee.property : callee;
  if (typeof property !== 'object' || property === null || !('name' in property)) return null;
  return typeof property.name === 'string' ? property.name : null;
}

function isUnsafeSwitch(argument: object | undefined): boolean {
  if (argument === undefined) return true;
  const value = 'value' in argument ? argument.value : null;
  return typeof value === 'string' && UNSAFE_SWITCH.test(value);
}

function isStartPage(argument: object | undefined): boolean {
  return argument !== undefined && 'name' in argument && argument.name === 'APP_START_PAGE';
}

describe('the shell', () => {
  it('uses only guarded parts of Electron, each in its one place', () => {
    expect(breachesOf(useElectronNarrowly)).toEqual([]);
  });

  it.each([
    "ipcMain.on('x', run);",
    'const { ipcMain: bus } = electron;',
    "shell.openExternal('https://evil.example/');",
    "safeStorage.encryptString('x');",
    "contents.executeJavaScript('1');",
    "window.loadURL('app://bundle/');",
    "app.commandLine.appendSwitch('no-sandbox');",
    'new BrowserWindow({});',
  ])('is detected to go too far with %s', (text) => {
    expect(useElectronNarrowly({ path: 'electron/hosts/desktop/other.ts', text })).not.toEqual([]);
  });

  it('shows only its start page', () => {
    const breach = { path: WINDOW, text: "await window.loadURL('data:text/html,' + page);" };
    expect(useElectronNarrowly(breach)).toEqual([`${WINDOW} loads another page`]);
  });

  it.each(['const guest = <webview src="x" />;', "document.createElement('webview');"])(
    'is detected to embed a guest with %s',
    (text) => {
      expect(useElectronNarrowly({ path: 'renderer/app/x.tsx', text })).toHaveLength(1);
    },
  );
});

describe('every window', () => {
  const window = readSource(WINDOW);

  it('is created with each preference that isolates its page', () => {
    expect(breachesOf(keepPagesBoxed)).toEqual([]);
  });

  it.each([
    ['sandbox: true,', 'sandbox: false,'],
    ['contextIsolation: true,', ''],
    ['webviewTag: false,', 'webviewTag: false, webviewTag: true,'],
    ['spellcheck: false,', '...more,'],
    ['webPreferences: {', 'preferences: {'],
  ])('is detected to be weaker with %s as %s', (find, put) => {
    const text = window.text.replace(find, put);
    expect(text).not.toBe(window.text);
    expect(keepPagesBoxed({ path: WINDOW, text })).not.toEqual([]);
  });
});
