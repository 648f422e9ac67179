import { app, dialog, type RenderProcessGoneDetails } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import type { AppWindow } from './window.ts';

export interface WindowWatchOptions {
  /** In which the person is asked. */
  readonly language: () => Language;
  readonly log: { error(fields: object, message: string): void };
}

const TEXTS = {
  nl: {
    message: 'Het venster van Tilldesk is vastgelopen.',
    detail: 'De API en lopende exports gaan gewoon door. Wat in het venster nog niet was bewaard, is weg.',
    reload: 'Opnieuw laden',
    quit: 'Tilldesk afsluiten',
  },
  en: {
    message: 'The window of Tilldesk has crashed.',
    detail: 'The API and exports under way go on. What was not saved in the window is gone.',
    reload: 'Reload',
    quit: 'Quit Tilldesk',
  },
} as const satisfies Record<Language, Record<string, string>>;

const RELOAD = 0;

/**
 * Offers to load the page again when its process is gone: crashed, killed, or out of memory. The program itself goes on
 * in any case, and ends only where that is chosen.
 */
export function watchWindow(window: AppWindow, { language, log }: WindowWatchOptions): void {
  let isAsking = false;

  async function offerReload(): Promise<void> {
    const { message, detail, reload, quit } = TEXTS[language()];
    const answer = await dialog.showMessageBox(window, {
      ...{ type: 'error', title: 'Tilldesk', message, detail },
      buttons: [reload, quit],
      defaultId: RELOAD,
      cancelId: RELOAD,
      noLink: true,
    });
    if (answer.response !== RELOAD) app.quit();
    else if (!window.isDestroyed()) window.reload();
  }

  window.webContents.on('render-process-gone', (_, { reason, exitCode }: RenderProcessGoneDetails) => {
    log.error({ reason, exitCode }, 'the process of the window is gone');
    if (isAsking || reason === 'clean-exit') return;
    isAsking = true;
    void offerReload()
      .catch((err) => log.error({ err }, 'the window could not be loaded again'))
      .finally(() => {
        isAsking = false;
      });
  });
}
