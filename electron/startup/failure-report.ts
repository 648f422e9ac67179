import { codeOf, StartError } from '../base/errors.ts';
import { printable, printableLines } from '../base/printable.ts';
import { HelpRequested } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import { AlreadyRunning, answerSecondStart } from './single-instance.ts';

export interface FailureOfStart {
  readonly lines: readonly string[];
  readonly exitStatus: number;
}

/**
 * The message and the exit status of a program that does not start: 1 if another start may succeed, 2 if it cannot, so that
 * a service manager stops trying.
 */
export async function failureOfStart(error: unknown, wantsWindow: boolean): Promise<FailureOfStart> {
  if (error instanceof AlreadyRunning) return answerSecondStart(error.instance, wantsWindow);
  return knownFailure(error) ?? unknownFailure('Tilldesk could not start because of an error in itself:', error);
}

/** Their message is one sentence for the person who called a command. An error of a worker has its name, but no class. */
const STATED_FAILURES = ['CommandError', 'StoreError', 'ApiKeyTermsError'];

/** The same for a command beside the program. */
export function failureOfCommand(error: unknown): FailureOfStart {
  if (error instanceof Error && STATED_FAILURES.includes(error.name)) {
    // A sentence may contain names that others have written, such as a payment method of a platform.
    return { lines: [printable(error.message)], exitStatus: 1 };
  }
  const known = knownFailure(error);
  if (known !== null) return { ...known, exitStatus: error instanceof ConfigError ? 2 : 1 };
  return unknownFailure('The command failed because of an error in Tilldesk itself:', error);
}

/** A failure that the user can fix, in one sentence; null for any other. */
function knownFailure(error: unknown): FailureOfStart | null {
  if (error instanceof ConfigError || error instanceof StartError) {
    return { lines: [printable(error.message)], exitStatus: error.exitStatus };
  }
  if (error instanceof Error && FILE_ERRORS.includes(codeOf(error))) {
    const sentence = `A file of the data folder cannot be used (${error.message}); choose another folder with --data-dir.`;
    return { lines: [printable(sentence)], exitStatus: FULL_DISK_ERRORS.includes(codeOf(error)) ? 1 : 2 };
  }
  return null;
}

function unknownFailure(sentence: string, error: unknown): FailureOfStart {
  const trace = printableLines(error instanceof Error ? (error.stack ?? error.message) : String(error));
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
 * Runs a command beside the program, which prints lines and answers its exit status. Prints the help on request, or why
 * the command failed.
 */
export async function answerCommand(run: (print: (line: string) => void) => Promise<number>): Promise<number> {
  const print = (text: string) => void process.stdout.write(`${printableLines(text)}\n`);
  try {
    return await run(print);
  } catch (error) {
    if (error instanceof HelpRequested) {
      print(error.message);
      return 0;
    }
    const { lines, exitStatus } = failureOfCommand(error);
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}
