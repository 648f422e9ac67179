import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  Menu,
  nativeTheme,
  protocol,
  type SaveDialogOptions,
  session,
  shell,
} from 'electron';
import type { Settings } from '../../shared/contract/bridge.ts';
import type { Language } from '../../shared/contract/language.ts';
import { BridgeError } from '../core/bridge-error.ts';
import type { SettingsStore } from '../core/settings-store.ts';
import type { UiHost } from '../pages/ui-host.ts';
import type { CredentialVault } from '../session/credential-vault.ts';
import { APP_SCHEME } from './app-address.ts';
import { createAppProtocol } from './app-protocol.ts';
import { serveBridge, stopBridge } from './bridge-ipc.ts';
import { lockSession } from './lock-session.ts';
import { canBeLoginItem, setLoginItem } from './login-item.ts';
import { menuTemplate } from './menu.ts';
import { openOutside } from './open-outside.ts';
import { type SystemLog, watchSystem } from './system-watch.ts';
import { openWindow } from './window.ts';
import { watchWindow } from './window-watch.ts';

export interface ElectronHostOptions {
  readonly vault: CredentialVault;
  readonly settings: SettingsStore;
  readonly rendererFolder: string;
  readonly preload: string;
  readonly platform: NodeJS.Platform;
  readonly log: SystemLog;
}

/** Shows the user interface in a window of Electron. To be made once the app is ready. */
export function createElectronHost(options: ElectronHostOptions): UiHost {
  const canStartWithSystem = canBeLoginItem(options.platform);
  let window: BrowserWindow | null = null;

  return {
    kind: 'electron',
    vault: options.vault,
    settings: {
      ...options.settings,
      change(changes) {
        if (canStartWithSystem && changes.startsWithSystem !== undefined) {
          expectLoginItem(changes.startsWithSystem);
        }
        const settings = options.settings.change(changes);
        applySettings(settings);
        return settings;
      },
    },

    async chooseExportTarget(suggestedName) {
      const options = saveOptions(app.getPath('downloads'), suggestedName);
      const { canceled, filePath } = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      if (canceled || filePath === '') return null;
      return { path: filePath, download: null, release: async () => undefined };
    },

    canShowFolders: true,
    canStartWithSystem,
    async openPlace(place) {
      await openOutside(place);
      return { href: null };
    },

    placeOf: (path) => path,
    async showExport({ path, where }) {
      if (!existsSync(path)) throw new BridgeError('failed', 'The file is not there any more.', 404);
      if (where === 'folder') shell.showItemInFolder(path);
      else await openWithProgram(path);
      return { href: null };
    },

    async show(core) {
      const { rendererFolder, preload, log } = options;
      const settings = options.settings.read();
      applySettings(settings);
      if (canStartWithSystem && !setLoginItem(settings.startsWithSystem)) {
        log.error({ wanted: settings.startsWithSystem }, 'the system keeps the login item as it was');
      }
      const allowsDevTools = !app.isPackaged;
      lockSession(session.defaultSession, allowsDevTools);
      const onError = (error: unknown) => log.error({ err: error }, 'a request of the window failed');
      protocol.handle(APP_SCHEME, createAppProtocol({ core, rendererFolder, onError }));
      serveBridge(core);
      window = await openWindow({
        preload,
        isDark: nativeTheme.shouldUseDarkColors,
        allowsDevTools,
      });
      window.once('closed', () => {
        window = null;
      });
      watchWindow(window, { language: () => shownLanguage(options.settings.read().language), log });
      watchSystem(window, log);
      return { port: null, description: 'in its own window' };
    },

    async close() {
      stopBridge();
      window?.destroy();
    },
  };
}

/** The system adds the ending where staff leave it out. */
function saveOptions(folder: string, suggestedName: string): SaveDialogOptions {
  const extension = extname(suggestedName).slice(1);
  const filters = [{ name: extension.toUpperCase(), extensions: [extension] }];
  return { defaultPath: join(folder, suggestedName), filters };
}

async function openWithProgram(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '') throw new BridgeError('failed', `The file cannot be opened: ${problem}`);
}

function expectLoginItem(isWanted: boolean): void {
  if (setLoginItem(isWanted)) return;
  throw new BridgeError('failed', 'The system did not take over whether Tilldesk starts with it.');
}

/** What of the settings lies outside the page. */
function applySettings({ language, theme }: Settings): void {
  nativeTheme.themeSource = theme;
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuFor(language)));
}

function menuFor(language: Settings['language']) {
  return menuTemplate({
    language: shownLanguage(language),
    platform: process.platform,
    isDevelopment: !app.isPackaged,
  });
}

function shownLanguage(language: Settings['language']): Language {
  if (language !== 'system') return language;
  return app.getLocale().startsWith('nl') ? 'nl' : 'en';
}
