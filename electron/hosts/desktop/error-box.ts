import { app, dialog } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { getErrorMessage } from '../../base/errors.ts';
import { describeStartFailure } from '../../startup/failure-report.ts';
import { RecoveryDeclined } from '../../startup/recovery.ts';
import { PortDeclined } from '../../startup/taken-port.ts';

const TEXTS = {
  nl: (message: string, log: string) =>
    `Tilldesk is gestopt door een fout: ${message}\n\nUw gegevens zijn bewaard. Start Tilldesk opnieuw. Gebeurt het weer, stuur dan het logbestand mee als u hulp vraagt: ${log}`,
  en: (message: string, log: string) =>
    `Tilldesk has stopped because of an error: ${message}\n\nYour data is stored. Start Tilldesk again. If it happens again, send the log file when you ask for help: ${log}`,
} as const satisfies Record<Language, object>;

/**
 * Shows why a packed program ends, and returns when the person has read it. When run from sources, a terminal shows it.
 */
export function showUncaughtError(language: Language, log: string): (error: unknown) => void {
  return (error) => {
    if (app.isPackaged) dialog.showErrorBox('Tilldesk', TEXTS[language](getErrorMessage(error), log));
  };
}

/**
 * Ends a program that could not start. Without a terminal the person only sees a message box. A headless program shows
 * none, because nobody may be there to close it.
 */
export async function giveUp(error: unknown, isHeadless: boolean): Promise<void> {
  const { lines, exitStatus } = await describeStartFailure(error, !isHeadless);
  process.stderr.write(`${lines.join('\n')}\n`);
  const isReported = error instanceof RecoveryDeclined || error instanceof PortDeclined;
  if (app.isPackaged && !isHeadless && !isReported) {
    // On Linux no box can be shown before that.
    await app.whenReady();
    dialog.showErrorBox('Tilldesk', lines.join('\n'));
  }
  app.exit(exitStatus);
}
