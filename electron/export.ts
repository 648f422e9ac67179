import { constants } from 'node:os';
import { resolve } from 'node:path';
import {
  type DatasetCommand,
  type PackageCommand,
  readExportCommand,
} from './command-line/export/export-command.ts';
import { datasetHelp, EXPORT_HELP } from './command-line/export/export-help.ts';
import {
  sentenceOfFailure,
  statusOfFailure,
  statusOfOutcome,
  warningLines,
} from './command-line/export/export-outcome.ts';
import { readLedgersFile } from './command-line/export/ledgers-file.ts';
import { createProgressLine } from './command-line/export/progress-line.ts';
import { runExportCommand } from './command-line/export/run-export-command.ts';
import { withExportOrigin } from './export-origin.ts';
import { ExportError } from './exports/export-error.ts';
import { failureOfCommand } from './launch/failure-of-start.ts';
import { stopOnSignals } from './launch/stop-on-signals.ts';
import { systemSources } from './launch/system-sources.ts';
import type { Clock } from './session/clock.ts';
import { StoreError } from './store/store-error.ts';

const argv = process.argv.slice(2);
/** Of npm, the folder in which it was called; it starts every command in that of the project. */
const workingFolder = process.env.INIT_CWD || process.cwd();
const STATUS_OF_SIGNAL = 128;

/** The system's clock, but for pauses that keep the process alive. */
const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Saves one file, or one package, and answers the exit status. Tilldesk may run meanwhile. */
async function exportFile(): Promise<number> {
  const stop = new AbortController();
  stopOnSignals((signal) => stop.abort(signal));
  try {
    const command = readExportCommand(argv, clock.now());
    if (command.kind !== 'help') return await save(command, stop.signal);
    await print(command.dataset === null ? EXPORT_HELP : datasetHelp(command.dataset));
    return 0;
  } catch (error) {
    return tellFailure(error, stop.signal);
  }
}

async function save(command: DatasetCommand | PackageCommand, signal: AbortSignal): Promise<number> {
  if (command.note !== null) tell(command.note);
  const write = (text: string) => void process.stderr.write(text);
  const line = createProgressLine({ isTerminal: process.stderr.isTTY, write }, clock.now);
  const deps = { workingFolder, show: line.show, signal };
  const { source, ledgers } = command;
  const asked = {
    source,
    sources: systemSources(argv),
    ledgers: ledgers === null ? null : readLedgersFile(resolve(workingFolder, ledgers)),
    clock,
    signal,
    tell,
  };
  try {
    const outcome = await withExportOrigin(asked, (origin) =>
      runExportCommand(command, { ...origin, ...deps }),
    );
    line.end();
    warningLines(outcome).forEach(tell);
    const isTold = await print(outcome.path);
    if (!isTold) tell(`The file is there, but nobody takes its path from standard output: ${outcome.path}`);
    return statusOfOutcome(outcome, isTold);
  } finally {
    line.end();
  }
}

function tellFailure(error: unknown, { aborted, reason }: AbortSignal): number {
  if (error instanceof ExportError && aborted) {
    tell('The export was stopped; nothing of it is left.');
    return STATUS_OF_SIGNAL + constants.signals[reason as NodeJS.Signals];
  }
  if (error instanceof ExportError) {
    tell(sentenceOfFailure(error));
    return statusOfFailure(error);
  }
  const sentence = error instanceof StoreError ? error.message : null;
  const { lines, exitStatus } = failureOfCommand(error, sentence);
  lines.forEach(tell);
  return exitStatus;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Answers whether it could be printed: whoever reads it may be gone, or their disk full. */
function print(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, (error) => resolve(!error));
  });
}

// Without somebody who hears of it a failure to print would end the process; `print` tells of it.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.exitCode = await exportFile();
