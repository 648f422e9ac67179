import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { TemporaryStartError } from '../base/errors.ts';
import { type Config, formatHelp, getSources, type HostChoice, readConfig } from '../config/config.ts';
import { createConfSettings } from '../config/settings-store.ts';
import {
  CODE_USED_TWICE,
  formatClosedWindow,
  formatNotOpened,
  openAppWindow,
  type WindowLaunch,
} from '../hosts/browser/app-window.ts';
import { createBrowserHost } from '../hosts/browser/browser-host.ts';
import { createNamesVault } from '../session/names-vault.ts';
import { type DataFolder, type PreparedFolder, prepareDataFolder } from '../startup/data-folder.ts';
import {
  chooseHost,
  fetchElectron,
  findElectron,
  type HostMeans,
  mayFetchElectron,
  runElectron,
} from '../startup/electron-program.ts';
import { findSandboxProblem } from '../startup/electron-sandbox.ts';
import { describeStartFailure } from '../startup/failure-report.ts';
import { findBrowser, hasDisplay } from '../startup/find-browser.ts';
import { openLog } from '../startup/log-file.ts';
import { locateProgram, type ProgramFiles } from '../startup/program-files.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { AlreadyRunning, findRunningInstance } from '../startup/single-instance.ts';
import { type AskPort, askPortInTerminal, readWindowLanguage } from '../startup/taken-port.ts';
import { compose, formatRunning, type RunningProgram } from './program.ts';
import type { HostFactory } from './window.ts';

const { env, platform, stdin, stdout } = process;
const argv = process.argv.slice(2);
let running: RunningProgram | null = null;
let fetching: Promise<unknown> | null = null;
const isRoot = process.getuid?.() === 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const WINDOWED: readonly HostChoice[] = ['auto', 'electron'];

/** Runs the program until it is stopped and returns its exit status. */
export async function serve(): Promise<number> {
  let config: Config | undefined;
  // Signals count from the start: one that arrives while parts are created is honoured after that.
  const stop = new AbortController();
  stopOnSignals(
    () => stop.abort(),
    () => running?.reload() ?? false,
  );
  try {
    config = readConfig(getSources(argv));
    if (config.showsHelp) {
      print(formatHelp());
      return 0;
    }
    const files = locateProgram(import.meta.dirname);
    const folder = prepareDataFolder(config.dataFolder);
    const running = await findRunningInstance(folder);
    const electron =
      running?.host === 'electron' && WINDOWED.includes(config.host) && hasDisplay({ platform, env })
        ? findElectron(files.root, env)
        : null;
    const run = { root: files.root, argv, instance: folder.instance, clock: systemClock };
    // It shows the window of the running program, even one that was closed, and ends.
    if (electron !== null) return (await runElectron({ program: electron, ...run })).status;
    if (running !== null) throw new AlreadyRunning(running);
    const chosen = await chooseHost(config, createHostMeans(files, stop.signal));
    if (stop.signal.aborted) return 0;
    if (chosen.kind === 'electron') {
      logNotes(folder);
      const { status, failure } = await runElectron({ program: chosen.program, ...run });
      if (failure === null || stop.signal.aborted) return status;
      const ended = `Electron cannot be used here: it ended with ${failure}.`;
      if (config.host === 'electron') throw new TemporaryStartError(`${ended} See above, or use --host browser.`);
      print(`${ended} Tilldesk runs in the browser instead.`);
    }
    const host = chosen.kind === 'none' ? null : createHostFactory(config, stop.signal);
    return await runHere(config, files, folder, host, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 0;
    const { lines, exitStatus } = await describeStartFailure(error, config?.host !== 'none');
    const stream = exitStatus === 0 ? process.stdout : process.stderr;
    stream.write(`${lines.join('\n')}\n`);
    return exitStatus;
  } finally {
    // Fetching Electron ends with the program.
    stop.abort();
    await fetching;
  }
}

async function runHere(
  config: Config,
  files: ProgramFiles,
  folder: PreparedFolder,
  hosts: HostFactory | null,
  stop: AbortSignal,
): Promise<number> {
  const program = await compose(config, files, hosts, folder);
  running = program;
  // With --log-to stdout, every line there has to be a line of the log.
  if (config.server.logsTo === 'file') for (const line of formatRunning(program)) print(line);
  if (!stop.aborted) await once(stop, 'abort');
  await program.stop();
  return 0;
}

/** Electron prepares the folder again, and finds nothing left to change. */
function logNotes({ log: file, notes }: PreparedFolder): void {
  if (notes.length === 0) return;
  const { log, close } = openLog(file);
  for (const note of notes) log.warn(note);
  close();
  process.stderr.write(`${notes.join('\n')}\n`);
}

function createHostMeans(files: ProgramFiles, signal: AbortSignal): HostMeans {
  const { root } = files;
  const startFetch = () => {
    const fetch = fetchElectron({ root, env, print, signal });
    fetching = fetch;
    return fetch;
  };
  return {
    hasDisplay: hasDisplay({ platform, env }),
    findElectron: () => findElectron(root, env),
    fetchElectron: mayFetchElectron(env) ? startFetch : null,
    findSandboxProblem: (program) => findSandboxProblem({ platform, isRoot, program }),
    print,
  };
}

const createHostFactory = (config: Config, stop: AbortSignal): HostFactory => ({
  kind: 'browser',
  ...(stdin.isTTY && stdout.isTTY && { askPort: createTerminalQuestion(config, stop) }),
  create: ({ files, folder, clock, log, nonce }) =>
    createBrowserHost({
      folder,
      rendererFolder: files.rendererFolder,
      port: config.uiPort,
      nonce,
      vault: createNamesVault({ file: join(folder.path, 'sign-ins.json'), log }),
      settings: createConfSettings({ folder: folder.path, clock }),
      clock,
      log,
      openWindow: createWindowOpener(config, folder, stop),
      onCodeUsedTwice: () => {
        log.warn('a launch code was used a second time, so the window that it had opened was closed');
        print(CODE_USED_TWICE);
      },
    }),
});

function createTerminalQuestion({ dataFolder }: Config, signal: AbortSignal): AskPort {
  const language = readWindowLanguage(dataFolder, Intl.DateTimeFormat().resolvedOptions().locale);
  return askPortInTerminal({ input: stdin, output: stdout, language, signal });
}

/** `null` if no browser can be shown: the address is then printed for a person to open. */
function createWindowOpener(config: Config, folder: DataFolder, stop: AbortSignal) {
  const browser = config.opensBrowser && hasDisplay({ platform, env }) ? findBrowser({ platform, env }) : null;
  if (browser === null) return null;
  return ({ issueAddress, leaveWindow, ...launch }: WindowLaunch) =>
    openAppWindow({
      ...{ browser, launch, profile: folder.browserProfile, isRoot, clock: systemClock },
      onNotOpened: () => print(formatNotOpened(issueAddress())),
      // Ctrl+C in a terminal ends the browser too.
      onEnd: (reason) => {
        if (stop.aborted) return;
        void leaveWindow();
        print(formatClosedWindow(reason, issueAddress()));
      },
    });
}
