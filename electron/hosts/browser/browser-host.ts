import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { StartError } from '../../base/errors.ts';
import { BridgeError } from '../../bridge/bridge-errors.ts';
import type { UiHost } from '../../bridge/host.ts';
import type { SettingsStore } from '../../config/settings-store.ts';
import type { CredentialVault } from '../../session/credential-vault.ts';
import type { DataFolder } from '../../startup/data-folder.ts';
import type { AppWindow, WindowLaunch } from './app-window.ts';
import { getDownloadPath, openDownloadDirectory } from './downloads.ts';
import { createEntrance, issueAddress, LAUNCH_PATH } from './entrance.ts';
import { buildUiServer } from './ui-server.ts';
import { listenAsWindow, type WindowPort } from './window-port.ts';

export interface BrowserHostOptions {
  readonly folder: DataFolder;
  readonly rendererFolder: string;
  /** 0 takes the port of the previous run, or any free one. */
  readonly port: number;
  readonly nonce: string;
  readonly vault: CredentialVault;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Opens a window; `null` if only a person can open it. */
  readonly openWindow: ((launch: WindowLaunch) => AppWindow) | null;
  /** Called when another browser presents a launch code again: the window that it opened is closed. */
  readonly onCodeUsedTwice: () => void;
}

/** Serves the user interface on a separate port and opens it in an installed browser. */
export async function createBrowserHost(options: BrowserHostOptions): Promise<UiHost> {
  const { clock, log, nonce, rendererFolder, vault, settings } = options;
  const directory = await openDownloadDirectory(options.folder.exports, clock, log);
  const entrance = createEntrance(clock);
  const closers: (() => Promise<void>)[] = [];

  return {
    kind: 'browser',
    vault,
    settings,
    chooseExportTarget: (suggestedName) => directory.reserve(suggestedName),
    canShowFolders: false,
    chooseFolder: async () => null,
    announceFile: () => {},
    canStartWithSystem: false,
    async openPlace(target) {
      // What the page sends must not be able to start a program, not even a file manager.
      if (target.kind === 'data-folder') {
        throw new BridgeError('invalid', `A browser cannot show folders. This one is ${target.path}.`);
      }
      // On the window's own origin: another program could serve a page at the port of the API.
      return { href: target.kind === 'documentation' ? '/docs' : target.url.href };
    },
    getVisiblePath: (path) => (directory.findId(path) === null ? path : null),
    /** The browser has what it downloaded: the page can only download it again. */
    async showExport({ path }) {
      const id = directory.findId(path);
      if (id === null) throw new BridgeError('invalid', `A browser cannot open files. This one is ${path}.`);
      if (await directory.find(id, async (found) => found === path)) return { href: getDownloadPath(id) };
      throw new BridgeError(
        'failed',
        'The file can no longer be downloaded: Tilldesk removed it after a day. Export it again.',
        404,
      );
    },

    async show(core, { leaveWindow }) {
      if (!existsSync(join(rendererFolder, 'index.html'))) {
        throw new StartError(`The user interface is not built (${rendererFolder} is missing): run npm start.`);
      }
      let where: WindowPort | null = null;
      const { onCodeUsedTwice } = options;
      const app = buildUiServer({
        ...{ core, entrance, where: () => where, onCodeUsedTwice },
        ...{ directory, nonce, rendererFolder, log },
      });
      closers.push(() => app.close());
      where = await listenAsWindow(app, options.port, options.folder.windows);
      const { port, authority } = where;
      const issue = () => issueAddress({ entrance, authority: () => authority });
      if (options.openWindow === null) {
        return { port, description: `${issue()} (open it in a browser; it works once)` };
      }
      const form = { action: `http://${authority}${LAUNCH_PATH}`, ticket: entrance.issue() };
      const window = options.openWindow({ ...form, issueAddress: issue, leaveWindow });
      closers.push(() => window.close());
      return { port, description: `http://${authority} (in a window of its own)` };
    },

    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
