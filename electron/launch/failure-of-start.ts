import { ConfigError } from '../config.ts';
import { AlreadyRunning } from './occupy-data-folder.ts';
import { answerSecondStart } from './second-start.ts';
import { StartError } from './start-error.ts';

export interface FailureOfStart {
  readonly lines: readonly string[];
  readonly exitStatus: number;
}

/** What the person at the keyboard is told when the program does not start, and with which status it ends. */
export async function failureOfStart(error: unknown, wantsWindow: boolean): Promise<FailureOfStart> {
  if (error instanceof AlreadyRunning) return answerSecondStart(error.instance, wantsWindow);
  if (error instanceof ConfigError || error instanceof StartError) {
    return { lines: [error.message], exitStatus: error.exitStatus };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { lines: ['Tilldesk could not start because of a mistake in itself:', detail], exitStatus: 1 };
}
