import { Visitor } from 'vite';
import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

const WINDOW = 'electron/hosts/desktop/program-window.ts';

/** What of Electron each one file may touch: there stands the guard in front of it. */
const GUARDED: Readonly<Record<string, string>> = {
  ipcMain: 'electron/hosts/desktop/electron-host.ts',
  ipcRenderer: 'electron/preload.ts',
  contextBridge: 'electron/preload.ts',
  openExternal: 'electron/hosts/desktop/electron-host.ts',
  loadURL: WINDOW,
};

/** What nobody needs who shows pages of their own alone. */
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

/** Breaches of the shell's own rules, from what a source names and calls. */
export function useElectronNarrowly(file: SourceFile): string[] {
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

/** The element exists where it is named in a page or made by a script. */
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
