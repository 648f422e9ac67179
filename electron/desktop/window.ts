import { BrowserWindow } from 'electron';
import { APP_START_PAGE } from './app-address.ts';

/** The one window of the program. */
export type AppWindow = BrowserWindow;

export interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  readonly isDark: boolean;
  readonly allowsDevTools: boolean;
}

/** Opens the one window of the program, shown as soon as it has something to show. */
export async function openWindow({ preload, isDark, allowsDevTools }: WindowOptions): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    title: 'Tilldesk',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    // The ground of renderer/app/theme.css, so that nothing flashes before the page is there.
    backgroundColor: isDark ? '#171614' : '#fbfaf8',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: allowsDevTools,
    },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL(APP_START_PAGE);
  return window;
}
