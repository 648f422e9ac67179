import { setImmediate } from 'node:timers/promises';
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

/** Opens the one window of the program, visible at once, in the colour of the page that will be loaded. */
export function openWindow({ preload, isDark, allowsDevTools }: WindowOptions): BrowserWindow {
  return new BrowserWindow({
    title: 'Tilldesk',
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
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
}

/** Loads the one address of the program. That somebody closes the window meanwhile is no failure. */
export async function loadStartAddress(window: BrowserWindow): Promise<void> {
  if (window.isDestroyed()) return;
  try {
    await window.loadURL(APP_START_PAGE);
  } catch (error) {
    // The page of a window that is closed can be gone a moment before it.
    await setImmediate();
    if (!window.isDestroyed()) throw error;
  }
}
