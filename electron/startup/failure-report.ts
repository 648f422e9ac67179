import { getErrorCode, StartError } from '../base/errors.ts';
import { toPrintable, toPrintableLines } from '../base/printable.ts';
import { HelpRequested } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import { AlreadyRunning, answerSecondStart } from './single-instance.ts';

export interface StartFailure {
  readonly lines: readonly string[];
  readonly exitStatus: number;
}

/**
 * The message and the exit status for a program that does not start: 1 if another start may succeed, 2 if it cannot, so
 * that a service manager stops trying.
 */
export async function describeStartFailure(error: unknown, wantsWindow: boolean): Promise<StartFailure> {
  if (error instanceof AlreadyRunning) return answerSecondStart(error.instance, wantsWindow);
  return (
    findKnownFailure(error) ?? describeUnknownFailure('Tilldesk could not start because of an internal error:', error)
  );
}

/** Their message is one sentence for the user of a command. An error of a worker has its name, but not its class. */
const STATED_FAILURES = ['CommandError', 'StoreError', 'ApiKeyTermsError'];

/** The same for a command beside the program. */
export function describeCommandFailure(error: unknown): StartFailure {
  if (error instanceof Error && STATED_FAILURES.includes(error.name)) {
    // A sentence may contain names that others have written, such as a payment method of a platform.
    return { lines: [toPrintable(error.message)], exitStatus: 1 };
  }
  const known = findKnownFailure(error);
  if (known !== null) return { ...known, exitStatus: error instanceof ConfigError ? 2 : 1 };
  return describeUnknownFailure('The command failed because of an internal error:', error);
}

/** A failure that the user can fix, in one sentence; `null` for any other. */
function findKnownFailure(error: unknown): StartFailure | null {
  if (error instanceof ConfigError || error instanceof StartError) {
    return { lines: [toPrintable(error.message)], exitStatus: error.exitStatus };
  }
  if (error instanceof Error && FILE_ERRORS.includes(getErrorCode(error))) {
    const sentence = `A file of the data folder cannot be used (${error.message}); choose another folder with --data-dir.`;
    return { lines: [toPrintable(sentence)], exitStatus: FULL_DISK_ERRORS.includes(getErrorCode(error)) ? 1 : 2 };
  }
  return null;
}

function describeUnknownFailure(sentence: string, error: unknown): StartFailure {
  const trace = toPrintableLines(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { lines: [sentence, trace], exitStatus: 1 };
}

const FULL_DISK_ERRORS = ['EDQUOT', 'ENOSPC'];

const FILE_ERRORS = [
  ...FULL_DISK_ERRORS,
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ERR_FS_EISDIR',
];

/**
 * Runs a command beside the program, which prints lines and returns its exit status. Prints the help on request, or why
 * the command failed.
 */
export async function answerCommand(run: (print: (line: string) => void) => Promise<number>): Promise<number> {
  const print = (text: string) => void process.stdout.write(`${toPrintableLines(text)}\n`);
  try {
    return await run(print);
  } catch (error) {
    if (error instanceof HelpRequested) {
      print(error.message);
      return 0;
    }
    const { lines, exitStatus } = describeCommandFailure(error);
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}
