import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, ipcMain, shell } from 'electron';
import { BridgeError } from '../../bridge/bridge-errors.ts';
import type { ExternalTarget, UiCore, UiHost } from '../../bridge/host.ts';
import type { SettingsStore } from '../../config/settings-store.ts';
import type { CredentialVault } from '../../session/credential-vault.ts';
import { createAppProtocol } from './app-protocol.ts';
import { isOwnDocumentation, mayCallBridge, mayOpenOutside } from './guards.ts';
import { askApproval, setLoginItem } from './login-item.ts';
import { applySettings, chooseMenuLanguage } from './menu.ts';
import { announceFile } from './notifications.ts';
import { addPageControls } from './page-controls.ts';
import type { ProgramWindow } from './program-window.ts';
import { askFolder, askSavePath } from './save-dialog.ts';
import { watchClosing } from './window-closing.ts';
import { type SystemLog, watchSystem, watchWindow } from './window-watch.ts';

export interface ElectronHostOptions {
  readonly window: ProgramWindow;
  readonly vault: CredentialVault;
  readonly settings: SettingsStore;
  readonly rendererFolder: string;
  /** Path of a picture. */
  readonly trayIcon: string;
  readonly platform: NodeJS.Platform;
  readonly isDefaultFolder: boolean;
  readonly log: SystemLog;
  /** Closes what must not be lost, before it returns. */
  readonly stopAtOnce: () => void;
}

/** Shows the user interface in the window of Electron, which is open already. */
export function createElectronHost(options: ElectronHostOptions): UiHost {
  // Only a packaged program can start with the system: otherwise Electron itself would be started. The system starts it
  // without options, and so with the default folder.
  const canStartWithSystem =
    app.isPackaged && options.isDefaultFolder && ['win32', 'darwin'].includes(options.platform);
  const { window } = options;
  let setTrayMenu = () => {};
  const language = () => chooseMenuLanguage(options.settings.read().language);

  return {
    kind: 'electron',
    vault: options.vault,
    settings: {
      ...options.settings,
      change(changes) {
        const { startsWithSystem } = changes;
        if (canStartWithSystem && startsWithSystem !== undefined && !setLoginItem(startsWithSystem)) {
          throw new BridgeError('failed', 'The system did not change whether Tilldesk starts with it.');
        }
        const settings = options.settings.change(changes);
        applySettings(settings);
        setTrayMenu();
        if (canStartWithSystem && startsWithSystem) void askApproval(language());
        return settings;
      },
    },

    async chooseExportTarget(suggestedName) {
      const { settings, log } = options;
      const folder = settings.read().exportFolder ?? app.getPath('downloads');
      const path = await askSavePath(window.current, join(folder, suggestedName), language());
      if (path === null) return null;
      try {
        if (dirname(path) !== folder) settings.change({ exportFolder: dirname(path) });
      } catch (err) {
        log.error({ err }, 'the folder of the export could not be stored');
      }
      return { path, download: null, release: async () => undefined };
    },

    canShowFolders: true,
    chooseFolder: () => askFolder(window.current, options.settings.read().exportFolder ?? app.getPath('documents')),
    announceFile: (path) => announceFile(path, language(), options.log),
    canStartWithSystem,
    async openPlace(target) {
      await openOutside(target);
      return { href: null };
    },

    getVisiblePath: (path) => path,
    async showExport({ path, where }) {
      if (!existsSync(path)) throw new BridgeError('failed', 'The file no longer exists.', 404);
      if (where === 'folder') shell.showItemInFolder(path);
      else await openPath(path, 'file');
      return { href: null };
    },

    async show(core, program) {
      const { rendererFolder, log } = options;
      const settings = options.settings.read();
      applySettings(settings);
      if (canStartWithSystem && !setLoginItem(settings.startsWithSystem)) {
        log.error({ wanted: settings.startsWithSystem }, 'the system did not change the login item');
      }
      serveBridge(core);
      if (window.current !== null) {
        setTrayMenu = watchClosing(window.current, { ...options, program });
        watchWindow(window.current, { language, log });
        addPageControls(window.current, language);
        watchSystem(window.current, options);
      }
      const onError = (error: unknown) => log.error({ err: error }, 'a request of the window failed');
      // The program runs, and its API too: a page that crashes while it is loaded must not end them.
      await window.showPages(createAppProtocol({ core, rendererFolder, onError })).catch(onError);
      return { port: null, description: 'in its own window' };
    },

    async close() {
      stopBridge();
      window.current?.destroy();
    },
  };
}

async function openPath(path: string, kind: 'file' | 'folder'): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '') throw new BridgeError('failed', `The ${kind} cannot be opened: ${problem}`);
}

/** Opens a checked target outside the window, after a last check. */
async function openOutside(target: ExternalTarget): Promise<void> {
  if (target.kind === 'data-folder') return openPath(target.path, 'folder');
  const mayOpen = target.kind === 'documentation' ? isOwnDocumentation : mayOpenOutside;
  if (!mayOpen(target.url)) {
    throw new Error('Only plain https addresses and the documentation of this program are opened.');
  }
  return shell.openExternal(target.url.href);
}

/** The only channel between page and program. The preload script repeats it: it can import nothing. */
export const BRIDGE_CHANNEL = 'tilldesk:call';

/** Answers the calls of our own page. Any other sender gets a failure and reaches nothing. */
export function serveBridge(core: Pick<UiCore, 'handle'>): void {
  ipcMain.handle(BRIDGE_CHANNEL, async (event, name: unknown, argument: unknown, sessionId: unknown) => {
    if (!mayCallBridge(event.senderFrame) || typeof name !== 'string') {
      const message = 'This page may not call Tilldesk.';
      return { ok: false, failure: { status: null, code: 'refused', message, requestId: null } };
    }
    return core.handle(name, argument, typeof sessionId === 'string' ? sessionId : null);
  });
}

export function stopBridge(): void {
  ipcMain.removeHandler(BRIDGE_CHANNEL);
}
