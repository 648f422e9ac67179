import { app } from 'electron';

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
