import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface BrowserSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists?: (path: string) => boolean;
}

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_PATHS = [
  win32.join('Google', 'Chrome', 'Application', 'chrome.exe'),
  win32.join('Chromium', 'Application', 'chrome.exe'),
  win32.join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
];

/** Path of an installed Chrome, Chromium or Edge; `null` if there is none. */
export function findBrowser(search: BrowserSearch): string | null {
  const exists = search.exists ?? existsSync;
  return listBrowserPaths(search).find((path) => exists(path)) ?? null;
}

function listBrowserPaths({ platform, env }: BrowserSearch): string[] {
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return WINDOWS_PATHS.flatMap((path) => folders.flatMap((folder) => (folder ? win32.join(folder, path) : [])));
  }
  if (platform === 'darwin') return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

/** Whether a window can be shown. */
export function hasDisplay({ platform, env }: Pick<BrowserSearch, 'platform' | 'env'>): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
