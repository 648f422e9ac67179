import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { Language } from '../shared/contract/language.ts';
import { StartError } from './base/errors.ts';
import { compose, formatRunning, type RunningProgram } from './compose/program.ts';
import type { HostFactory } from './compose/window.ts';
import {
  type Config,
  ConfigError,
  createStartHelp,
  getDefaultDataFolder,
  readConfig,
  readSystemSources,
} from './config/config.ts';
import {
  identifyProgram,
  ownArguments,
  quitAfter,
  registerAppScheme,
  takeProfile,
} from './hosts/desktop/app-lifecycle.ts';
import { openDesktopVault } from './hosts/desktop/desktop-vault.ts';
import { createElectronHost } from './hosts/desktop/electron-host.ts';
import { createElectronSettings } from './hosts/desktop/electron-settings.ts';
import { showUncaughtError } from './hosts/desktop/error-box.ts';
import { lockProgram, refusalWithoutSandbox } from './hosts/desktop/locks.ts';
import { applyStoredSettings } from './hosts/desktop/menu.ts';
import { askPortIn } from './hosts/desktop/port-dialog.ts';
import { openProgramWindow, type ProgramWindow } from './hosts/desktop/program-window.ts';
import { askRecoveryIn } from './hosts/desktop/recovery-dialog.ts';
import { locateInDataFolder, type PreparedFolder, prepareDataFolder } from './startup/data-folder.ts';
import { failureOfStart } from './startup/failure-report.ts';
import { locateProgram } from './startup/program-files.ts';
import { RecoveryDeclined } from './startup/recovery.ts';
import { stopOnSignals } from './startup/shutdown.ts';
import { PortDeclined } from './startup/taken-port.ts';

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What has to be settled before Electron is ready; waiting for that at top level would wait for ever. */
function main(): void {
  takeProfile(locateInDataFolder(getDefaultDataFolder()));
  const refusal = refusalWithoutSandbox();
  registerAppScheme();
  lockProgram();
  identifyProgram(process.platform);
  app.on('window-all-closed', () => app.quit());
  try {
    if (refusal !== null) throw new StartError(refusal);
    const config = readDesktopConfig();
    if (config.showsHelp) {
      print([createStartHelp()]);
      app.exit(0);
      return;
    }
    const folder = prepareDataFolder(config.dataFolder);
    mkdirSync(folder.electronProfile, { recursive: true, mode: 0o700 });
    takeProfile(folder);
    if (!app.requestSingleInstanceLock()) {
      print(['Tilldesk is already running; its window is in front now.']);
      app.exit(0);
      return;
    }
    void app.whenReady().then(() => start(config, folder));
  } catch (error) {
    void giveUp(error);
  }
}

function readDesktopConfig(): Config {
  const config = readConfig({
    ...readSystemSources(ownArguments(process.argv, app.isPackaged)),
    unknownOptions: app.isPackaged ? 'ignore' : 'refuse',
  });
  if (config.host !== 'browser') return config;
  throw new ConfigError('This program has a window of its own; the browser host runs without Electron.');
}

async function start(config: Config, folder: PreparedFolder): Promise<void> {
  const starting = startProgram(config, folder);
  stopOnSignals(() => app.quit());
  quitAfter(async () => {
    const program = await starting.catch(() => null);
    await program?.stop();
  });
  try {
    const program = await starting;
    if (program !== null) print(formatRunning(program));
  } catch (error) {
    await giveUp(error);
  }
}

/** The window comes first: what follows may take seconds. Null where somebody has closed it before that began. */
async function startProgram(config: Config, folder: PreparedFolder): Promise<RunningProgram | null> {
  const files = locateProgram(import.meta.dirname);
  if (config.host === 'none') return compose(config, files, null, folder);
  const language = applyStoredSettings(config.dataFolder);
  const window = await openProgramWindow({ preload: files.preload, language });
  return window.current === null ? null : compose(config, files, hostIn(window, language, folder), folder);
}

const hostIn = (window: ProgramWindow, language: Language, { log }: PreparedFolder): HostFactory => ({
  kind: 'electron',
  askRecovery: askRecoveryIn(language),
  askPort: askPortIn(language),
  showUncaughtError: showUncaughtError(language, log),
  create: async ({ files, folder, clock, log, stopAtOnce }) =>
    createElectronHost({
      window,
      vault: await openDesktopVault(join(folder.path, 'sign-in.bin'), process.platform, log),
      settings: createElectronSettings({ folder: folder.path, clock }),
      rendererFolder: files.rendererFolder,
      trayIcon: files.trayIcon,
      platform: process.platform,
      log,
      stopAtOnce,
    }),
});

/** Without a terminal the person only sees a message box. */
async function giveUp(error: unknown): Promise<void> {
  const { lines, exitStatus } = await failureOfStart(error, true);
  process.stderr.write(`${lines.join('\n')}\n`);
  const isReported = error instanceof RecoveryDeclined || error instanceof PortDeclined;
  if (app.isPackaged && !isReported) {
    // On Linux there is no box before.
    await app.whenReady();
    dialog.showErrorBox('Tilldesk', lines.join('\n'));
  }
  app.exit(exitStatus);
}

main();
