import { join } from 'node:path';
import { app, dialog } from 'electron';
import { compose, type RunningProgram } from './compose.ts';
import type { HostFactory } from './compose-window.ts';
import { type Config, ConfigError, HELP, readConfig } from './config.ts';
import { createConfSettings } from './core/conf-settings.ts';
import { identifyProgram, moveProfileInto } from './desktop/app-identity.ts';
import { registerAppScheme } from './desktop/app-scheme.ts';
import { applyStoredSettings } from './desktop/apply-settings.ts';
import { openDesktopVault } from './desktop/desktop-vault.ts';
import { createElectronHost } from './desktop/electron-host.ts';
import { focusWindow } from './desktop/focus-window.ts';
import { lockProgram, refusalWithoutSandbox } from './desktop/lock-program.ts';
import { ownArguments } from './desktop/own-arguments.ts';
import { openProgramWindow, type ProgramWindow } from './desktop/program-window.ts';
import { quitAfter } from './desktop/quit-after.ts';
import { askRecovery } from './desktop/recovery-dialog.ts';
import { folderRules, type PreparedFolder, prepareDataFolder } from './launch/data-folder.ts';
import { failureOfStart } from './launch/failure-of-start.ts';
import { locateProgram } from './launch/locate-program.ts';
import { RecoveryDeclined } from './launch/recovery/recovery-declined.ts';
import { runningLines } from './launch/running-lines.ts';
import { StartError } from './launch/start-error.ts';
import { stopOnSignals } from './launch/stop-on-signals.ts';
import { systemSources } from './launch/system-sources.ts';

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What has to be settled before Electron is ready; waiting for that at top level would wait for ever. */
function main(): void {
  const refusal = refusalWithoutSandbox();
  registerAppScheme();
  lockProgram();
  identifyProgram(process.platform);
  app.on('window-all-closed', () => app.quit());
  try {
    if (refusal !== null) throw new StartError(refusal);
    const config = readDesktopConfig();
    if (config.showsHelp) {
      print([HELP]);
      app.exit(0);
      return;
    }
    const folder = prepareDataFolder(config.dataFolder, folderRules(config));
    moveProfileInto(folder);
    if (!app.requestSingleInstanceLock()) {
      print(['Tilldesk is already running; its window is in front now.']);
      app.exit(0);
      return;
    }
    app.on('second-instance', focusWindow);
    void app.whenReady().then(() => start(config, folder));
  } catch (error) {
    void giveUp(error);
  }
}

function readDesktopConfig(): Config {
  const config = readConfig({
    ...systemSources(ownArguments(process.argv, app.isPackaged)),
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
    if (program !== null) print(runningLines(program));
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
  return window.current === null ? null : compose(config, files, hostIn(window), folder);
}

const hostIn = (window: ProgramWindow): HostFactory => ({
  kind: 'electron',
  askRecovery,
  create: async ({ files, folder, clock, log }) =>
    createElectronHost({
      window,
      vault: await openDesktopVault(join(folder.path, 'sign-in.bin'), process.platform, log),
      settings: createConfSettings({ folder: folder.path, clock }),
      rendererFolder: files.rendererFolder,
      platform: process.platform,
      log,
    }),
});

/** Without a terminal the person only sees a message box. */
async function giveUp(error: unknown): Promise<void> {
  const { lines, exitStatus } = await failureOfStart(error, true);
  process.stderr.write(`${lines.join('\n')}\n`);
  const isTold = error instanceof RecoveryDeclined;
  if (app.isPackaged && !isTold) {
    // On Linux there is no box before.
    await app.whenReady();
    dialog.showErrorBox('Tilldesk', lines.join('\n'));
  }
  app.exit(exitStatus);
}

main();
