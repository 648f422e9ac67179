import type { Language } from '../../../shared/contract/language.ts';
import { type AskPort, TAKEN_PORT_TEXTS } from '../../startup/taken-port.ts';
import { showOverWindow } from './recovery-dialog.ts';

const [USE, QUIT] = [0, 1];

/** Asks in a message box, over the start page. Closing it means quit. Only after the app is ready. */
export function createPortDialog(language: Language): AskPort {
  const { message, detail, use, quit } = TAKEN_PORT_TEXTS[language];
  return async ({ port, free }) => {
    const { response } = await showOverWindow({
      ...{ type: 'question', title: 'Tilldesk', message: message(port), detail },
      buttons: [use(free), quit],
      ...{ defaultId: USE, cancelId: QUIT, noLink: true },
    });
    return response === USE;
  };
}
