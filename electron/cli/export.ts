import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { printable } from '../base/printable.ts';
import { withExportOrigin } from '../compose/export.ts';
import { HelpRequested } from '../config/command-line.ts';
import { type ConfigSources, systemSources } from '../config/config.ts';
import { ExportError } from '../exports/export-error.ts';
import { failureOfCommand } from '../startup/failure-report.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { StoreError } from '../store/store-error.ts';
import { type DatasetCommand, type PackageCommand, readExportCommand } from './export-command.ts';
import { createProgressLine } from './export-progress.ts';
import { runExportCommand, sentenceOfFailure, statusOfFailure, statusOfOutcome, warningLines } from './export-save.ts';
import { readLedgersFile } from './export-source.ts';
import type { ProgressOutput } from './terminal-output.ts';

export interface ExportDeps {
  readonly sources: ConfigSources;
  /** In which names of files are meant. */
  readonly workingFolder: string;
  /** Its pauses keep the process alive. */
  readonly clock: Clock;
  /** Aborted with the signal that ends the command. */
  readonly signal: AbortSignal;
  /** Answers whether it could be printed: the reader may be gone, or their disk full. */
  readonly print: (text: string) => Promise<boolean>;
  /** Output for messages to the user. */
  readonly messages: ProgressOutput;
}

const STATUS_OF_SIGNAL = 128;

/** Saves one file, or one package, and answers the exit status. Tilldesk may run meanwhile. */
export async function runExport(deps: ExportDeps): Promise<number> {
  try {
    const command = readExportCommand(deps.sources.argv, deps.clock.now());
    return await save(command, deps);
  } catch (error) {
    if (!(error instanceof HelpRequested)) return logFailure(error, deps);
    await deps.print(error.message);
    return 0;
  }
}

async function save(command: DatasetCommand | PackageCommand, deps: ExportDeps): Promise<number> {
  const { sources, workingFolder, clock, signal, messages } = deps;
  const notify = printTo(messages);
  if (command.note !== null) notify(command.note);
  const line = createProgressLine(messages, clock.now);
  const { source } = command;
  const ledgers = command.ledgers === null ? null : readLedgersFile(resolve(workingFolder, command.ledgers));
  const asked = { source, sources, ledgers, clock, signal, notify };
  try {
    const outcome = await withExportOrigin(asked, (origin) =>
      runExportCommand(command, { ...origin, workingFolder, show: line.show, signal }),
    );
    line.end();
    warningLines(outcome).forEach(notify);
    const isReported = await deps.print(outcome.path);
    if (!isReported) notify(`The file is there, but nobody takes its path from standard output: ${outcome.path}`);
    return statusOfOutcome(outcome, isReported);
  } finally {
    line.end();
  }
}

/** A message may contain names of a platform, such as one of a payment method. */
function printTo(messages: ProgressOutput): (text: string) => void {
  return (text) => messages.write(`${printable(text)}\n`);
}

function logFailure(error: unknown, { signal: { aborted, reason }, messages }: ExportDeps): number {
  const notify = printTo(messages);
  if (error instanceof ExportError && aborted) {
    notify('The export was stopped; nothing of it is left.');
    return STATUS_OF_SIGNAL + constants.signals[reason as NodeJS.Signals];
  }
  if (error instanceof ExportError) {
    notify(sentenceOfFailure(error));
    return statusOfFailure(error);
  }
  const sentence = error instanceof StoreError ? error.message : null;
  const { lines, exitStatus } = failureOfCommand(error, sentence);
  // These are printable, and a stack has lines of its own.
  messages.write(`${lines.join('\n')}\n`);
  return exitStatus;
}

/** The system's clock, but for pauses that keep the process alive. */
const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

async function main(): Promise<number> {
  const { stdout, stderr, env } = process;
  // Without a listener a failure to print would end the process; `print` reports it.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  const stop = new AbortController();
  stopOnSignals((signal) => stop.abort(signal));
  return runExport({
    sources: systemSources(process.argv.slice(2)),
    // Of npm, the folder in which it was called; it starts every command in that of the project.
    workingFolder: env.INIT_CWD || process.cwd(),
    clock,
    signal: stop.signal,
    print: (text) => new Promise((resolve) => void stdout.write(`${text}\n`, (error) => resolve(!error))),
    messages: { isTerminal: stderr.isTTY, write: (text) => void stderr.write(text) },
  });
}

if (import.meta.main) process.exitCode = await main();
