import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { type DatasetCommand, type PackageCommand, readExportCommand } from '../cli/export-command.ts';
import { datasetHelp, EXPORT_HELP } from '../cli/export-help.ts';
import { sentenceOfFailure, statusOfFailure, statusOfOutcome, warningLines } from '../cli/export-outcome.ts';
import { createProgressLine } from '../cli/export-progress.ts';
import { readLedgersFile } from '../cli/ledgers-file.ts';
import type { ProgressOutput } from '../cli/progress-bar.ts';
import { runExportCommand } from '../cli/run-export-command.ts';
import type { ConfigSources } from '../config/config.ts';
import { ExportError } from '../exports/export-error.ts';
import { failureOfCommand } from '../startup/failure-of-start.ts';
import { StoreError } from '../store/store-error.ts';
import { withExportOrigin } from './export-origin.ts';

export interface ExportDeps {
  readonly sources: ConfigSources;
  /** In which names of files are meant. */
  readonly workingFolder: string;
  /** Its pauses keep the process alive. */
  readonly clock: Clock;
  /** Aborted with the signal that ends the command. */
  readonly signal: AbortSignal;
  /** Answers whether it could be printed: whoever reads it may be gone, or their disk full. */
  readonly print: (text: string) => Promise<boolean>;
  /** Where the person is told what happens. */
  readonly messages: ProgressOutput;
}

const STATUS_OF_SIGNAL = 128;

/** Saves one file, or one package, and answers the exit status. Tilldesk may run meanwhile. */
export async function runExport(deps: ExportDeps): Promise<number> {
  try {
    const command = readExportCommand(deps.sources.argv, deps.clock.now());
    if (command.kind !== 'help') return await save(command, deps);
    await deps.print(command.dataset === null ? EXPORT_HELP : datasetHelp(command.dataset));
    return 0;
  } catch (error) {
    return tellFailure(error, deps);
  }
}

async function save(command: DatasetCommand | PackageCommand, deps: ExportDeps): Promise<number> {
  const { sources, workingFolder, clock, signal, messages } = deps;
  const tell = (text: string) => messages.write(`${text}\n`);
  if (command.note !== null) tell(command.note);
  const line = createProgressLine(messages, clock.now);
  const { source, ledgers } = command;
  const asked = {
    source,
    sources,
    ledgers: ledgers === null ? null : readLedgersFile(resolve(workingFolder, ledgers)),
    clock,
    signal,
    tell,
  };
  try {
    const outcome = await withExportOrigin(asked, (origin) =>
      runExportCommand(command, { ...origin, workingFolder, show: line.show, signal }),
    );
    line.end();
    warningLines(outcome).forEach(tell);
    const isTold = await deps.print(outcome.path);
    if (!isTold) tell(`The file is there, but nobody takes its path from standard output: ${outcome.path}`);
    return statusOfOutcome(outcome, isTold);
  } finally {
    line.end();
  }
}

function tellFailure(error: unknown, { signal: { aborted, reason }, messages }: ExportDeps): number {
  const tell = (text: string) => messages.write(`${text}\n`);
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
