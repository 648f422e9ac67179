import { app, protocol } from 'electron';
import type { DataFolder } from '../../startup/data-folder.ts';
import { APP_SCHEME } from './guards.ts';

/** As in electron-builder.yml, whose installer sets it on the shortcuts: Windows groups windows by it. */
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
 * Puts cookies and caches into the data folder, so that two folders are two programs. Also call it first, with the
 * default folder: a failed start makes a profile for its message box, and on a Mac Electron would choose the data
 * folder itself.
 */
export function setProfile({ electronProfile }: Pick<DataFolder, 'electronProfile'>): void {
  app.setPath('userData', electronProfile);
}

/**
 * Gives our scheme the rights of https in a page. Compiled scripts are cached in the profile; the build renames a
 * changed script. Only before the app is ready, and only once.
 */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}

/** The arguments for Tilldesk. Switches of Chromium come before the path of the app, which a packaged app does not have. */
export function getOwnArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const own = argv.slice(1);
  if (isPackaged) return own;
  return own.slice(own.findIndex((argument) => !argument.startsWith('-')) + 1);
}

/**
 * Lets the app quit only after `stop` is done, for every way to quit; then with status 0. If `stop` rejects, the start
 * has failed, and the report of that failure ends the app. If the user starts the app while it stops, it starts again
 * once it has ended.
 */
export function quitAfter(stop: () => Promise<void>): void {
  let isStopping = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    app.once('second-instance', () => app.relaunch());
    void stop().then(
      () => app.exit(0),
      () => undefined,
    );
  });
}
