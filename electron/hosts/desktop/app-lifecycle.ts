import { app, protocol } from 'electron';
import type { DataFolder } from '../../startup/data-folder.ts';
import { APP_SCHEME } from './guards.ts';

/** As in electron-builder.yml, whose installer sets it on the shortcuts: Windows groups windows with those by it. */
const APP_ID = 'nl.tilldesk.app';

/** On Linux Electron takes the id itself, from `desktopName` in package.json. */
export function identifyProgram(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setAboutPanelOptions({
    applicationName: 'Tilldesk',
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Tilldesk',
  });
}

/**
 * Cookies and caches are in the data folder, so that two folders are two programs. To be called as the first act too, with
 * the usual folder: a start that fails makes a profile for its message box, and Electron's own choice on a Mac is the data
 * folder itself.
 */
export function takeProfile({ electronProfile }: Pick<DataFolder, 'electronProfile'>): void {
  app.setPath('userData', electronProfile);
}

/**
 * Makes our scheme as good as https for a page. Compiled scripts are cached in the profile; the build gives a changed script
 * another name. Only before the app is ready, and only once.
 */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}

/** The arguments for Tilldesk. Switches of Chromium come before the path of the app, which a packaged app does not have. */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const own = argv.slice(1);
  if (isPackaged) return own;
  return own.slice(own.findIndex((argument) => !argument.startsWith('-')) + 1);
}

/** Lets the app quit only once `stop` is done, for every way to quit; then with status 0. */
export function quitAfter(stop: () => Promise<void>): void {
  let isStopping = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => app.exit(0));
  });
}
