import { mkdirSync } from 'node:fs';
import { app } from 'electron';
import type { DataFolder } from '../../startup/data-folder.ts';

/** As in electron-builder.yml, whose installer gives it to the shortcuts: Windows groups windows with those by it. */
const APP_ID = 'nl.tilldesk.app';

/** What the system shows of the program. On Linux Electron takes the id itself, from `desktopName` in package.json. */
export function identifyProgram(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setAboutPanelOptions({
    applicationName: 'Tilldesk',
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Tilldesk',
  });
}

/** Cookies and caches lie in our data folder, so that two folders are two programs. */
export function moveProfileInto({ electronProfile }: Pick<DataFolder, 'electronProfile'>): void {
  mkdirSync(electronProfile, { recursive: true, mode: 0o700 });
  app.setPath('userData', electronProfile);
}
