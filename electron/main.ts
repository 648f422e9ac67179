import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Language } from '../shared/contract/language.ts';
import { StartError, TemporaryStartError } from './base/errors.ts';
import { compose, formatRunning, type RunningProgram } from './compose/program.ts';
import type { HostFactory } from './compose/window.ts';
import { type Config, ConfigError, formatHelp, getDefaultDataFolder, getSources, readConfig } from './config/config.ts';
import {
  getOwnArguments,
  identifyProgram,
  quitAfter,
  registerAppScheme,
  setProfile,
} from './hosts/desktop/app-lifecycle.ts';
import { openDesktopVault } from './hosts/desktop/desktop-vault.ts';
import { createElectronHost } from './hosts/desktop/electron-host.ts';
import { createElectronSettings } from './hosts/desktop/electron-settings.ts';
import { giveUp, showUncaughtError } from './hosts/desktop/error-box.ts';
import { findSandboxRefusal, lockProgram } from './hosts/desktop/locks.ts';
import { applyStoredSettings } from './hosts/desktop/menu.ts';
import { createPortDialog } from './hosts/desktop/port-dialog.ts';
import { openProgramWindow, type ProgramWindow } from './hosts/desktop/program-window.ts';
import { createRecoveryDialog } from './hosts/desktop/recovery-dialog.ts';
import { locateInDataFolder, type PreparedFolder, prepareDataFolder } from './startup/data-folder.ts';
import { locateProgram } from './startup/program-files.ts';
import { stopOnSignals } from './startup/shutdown.ts';
import { AlreadyRunning, awaitPublishedInstance } from './startup/single-instance.ts';

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What must be settled before Electron is ready. Waiting for that at top level would never end. */
function main(): void {
  setProfile(locateInDataFolder(getDefaultDataFolder()));
  const refusal = findSandboxRefusal();
  registerAppScheme();
  lockProgram();
  identifyProgram(process.platform);
  app.on('window-all-closed', () => app.quit());
  // An option may be what is wrong.
  let isHeadless = process.argv.includes('--headless');
  try {
    if (refusal !== null) throw new StartError(refusal);
    const config = readDesktopConfig();
    isHeadless = config.host === 'none';
    if (config.showsHelp) {
      print([formatHelp()]);
      app.exit(0);
      return;
    }
    const folder = prepareDataFolder(config.dataFolder);
    mkdirSync(folder.electronProfile, { recursive: true, mode: 0o700 });
    setProfile(folder);
    const isFirst = app.requestSingleInstanceLock();
    void (isFirst ? app.whenReady().then(() => start(config, folder)) : leaveToFirst(config, folder));
  } catch (error) {
    void giveUp(error, isHeadless);
  }
}

/** Ends, because another program has the lock: it has shown its window, if it has one. */
async function leaveToFirst({ host }: Config, { instance }: PreparedFolder): Promise<void> {
  const first = await awaitPublishedInstance(instance);
  if (first?.host === 'electron') {
    print(['Tilldesk is already running; its window is in front now.']);
    app.exit(0);
    return;
  }
  const silent = 'Another Tilldesk has locked this data folder and does not answer; try again in a moment.';
  await giveUp(first === null ? new TemporaryStartError(silent) : new AlreadyRunning(first), host === 'none');
}

function readDesktopConfig(): Config {
  const config = readConfig({
    ...getSources(getOwnArguments(process.argv, app.isPackaged)),
    unknownOptions: app.isPackaged ? 'ignore' : 'refuse',
  });
  if (config.host !== 'browser') return config;
  throw new ConfigError('This program has its own window; the browser host runs without Electron.');
}

async function start(config: Config, folder: PreparedFolder): Promise<void> {
  const starting = startProgram(config, folder);
  stopOnSignals(() => app.quit());
  quitAfter(async () => {
    const program = await starting;
    await program?.stop();
  });
  try {
    const program = await starting;
    if (program !== null) print(formatRunning(program));
  } catch (error) {
    await giveUp(error, config.host === 'none');
  }
}

/** The window comes first: what follows may take seconds. `null` if somebody closed it before that began. */
async function startProgram(config: Config, folder: PreparedFolder): Promise<RunningProgram | null> {
  const files = locateProgram(import.meta.dirname);
  if (config.host === 'none') return compose(config, files, null, folder);
  const language = applyStoredSettings(config.dataFolder);
  const window = await openProgramWindow({ preload: files.preload, language, platform: process.platform });
  return window.current === null ? null : compose(config, files, createHostFactory(window, language, folder), folder);
}

const createHostFactory = (window: ProgramWindow, language: Language, { log }: PreparedFolder): HostFactory => ({
  kind: 'electron',
  askRecovery: createRecoveryDialog(language),
  askPort: createPortDialog(language),
  showUncaughtError: showUncaughtError(language, log),
  create: async ({ files, folder, clock, log, stopAtOnce }) =>
    createElectronHost({
      window,
      vault: await openDesktopVault(join(folder.path, 'sign-in.bin'), process.platform, log, clock),
      settings: createElectronSettings({ folder: folder.path, clock }),
      rendererFolder: files.rendererFolder,
      trayIcon: files.trayIcon,
      platform: process.platform,
      isDefaultFolder: folder.path === getDefaultDataFolder(),
      log,
      stopAtOnce,
    }),
});

main();
