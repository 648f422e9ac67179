import { app, type BrowserWindow, dialog, powerMonitor, type RenderProcessGoneDetails } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import type { Log } from '../../base/log.ts';

interface WindowWatchOptions {
  /** Language of the question. */
  readonly language: () => Language;
  readonly log: Pick<Log, 'error'>;
}

const CRASH_TEXTS = {
  nl: {
    message: 'Het venster van Tilldesk is vastgelopen.',
    detail: 'De API en lopende exports gaan gewoon door. Wat in het venster nog niet was bewaard, is weg.',
    reload: 'Opnieuw laden',
    quit: 'Tilldesk afsluiten',
  },
  en: {
    message: 'The window of Tilldesk has crashed.',
    detail: 'The API and running exports continue. What was not saved in the window is lost.',
    reload: 'Reload',
    quit: 'Quit Tilldesk',
  },
} as const satisfies Record<Language, Record<string, string>>;

const RELOAD = 0;

/**
 * Offers to load the page again after its process crashed, was killed, or ran out of memory. The program itself
 * continues, and ends only if the user chooses that. If nobody sees the window, it loads the page when it is shown.
 */
export function watchWindow(window: BrowserWindow, { language, log }: WindowWatchOptions): void {
  let isAsking = false;

  async function offerReload(): Promise<void> {
    const { message, detail, reload, quit } = CRASH_TEXTS[language()];
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
    log.error({ reason, exitCode }, 'the process of the window ended unexpectedly');
    if (isAsking || reason === 'clean-exit') return;
    if (!window.isVisible()) {
      window.once('show', () => window.reload());
      return;
    }
    isAsking = true;
    void offerReload()
      .catch((err) => log.error({ err }, 'the window could not be loaded again'))
      .finally(() => {
        isAsking = false;
      });
  });
}

export type SystemLog = Pick<Log, 'info' | 'error'>;

interface SystemWatchOptions {
  readonly log: SystemLog;
  /** Closes what must not be lost, before it returns. */
  readonly stopAtOnce: () => void;
}

/**
 * Ends the program properly when the system ends, and logs events of processes and power. Nothing else is needed after
 * a sleep: tokens expire by the system clock, and the dispatcher of webhooks notices a clock that has jumped.
 */
export function watchSystem(window: BrowserWindow, { log, stopAtOnce }: SystemWatchOptions): void {
  app.on('child-process-gone', (_, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit') return;
    log.error({ type, reason, exitCode, name }, 'a process of the program ended unexpectedly');
  });
  powerMonitor.on('suspend', () => log.info({}, 'the computer goes to sleep'));
  powerMonitor.on('resume', () => log.info({}, 'the computer is awake again'));

  // Linux and macOS. The types leave out the event of its listener: preventing it makes the system wait.
  const power: NodeJS.EventEmitter = powerMonitor;
  power.on('shutdown', (event: { preventDefault(): void }) => {
    event.preventDefault();
    log.info({ event: 'shutdown' }, 'the system is shutting down: the program ends');
    app.quit();
  });
  // Windows ends the process when the event returns. At `query-session-end` another program may still refuse.
  window.once('session-end', () => {
    log.info({ event: 'session-end' }, 'the session of the system is ending: the program ends');
    stopAtOnce();
    app.exit(0);
  });
}
