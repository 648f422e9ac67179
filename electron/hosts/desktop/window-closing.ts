import { app, type BrowserWindow, dialog, type Event, Menu, nativeImage, Tray } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import type { Log } from '../../base/log.ts';
import type { OpenWork, ProgramOfWindow } from '../../bridge/host.ts';
import type { SettingsStore } from '../../config/settings-store.ts';
import { chooseMenuLanguage } from './menu.ts';
import type { ProgramWindow } from './program-window.ts';

interface ClosingOptions {
  readonly window: ProgramWindow;
  readonly settings: SettingsStore;
  readonly program: ProgramOfWindow;
  /** Path of a picture. */
  readonly trayIcon: string;
  readonly platform: NodeJS.Platform;
  readonly log: Pick<Log, 'error'>;
}

const TEXTS = {
  nl: {
    exporting: 'Er loopt nog een export.',
    apiInUse: 'Een ander programma gebruikt Tilldesk.',
    detail:
      'Afsluiten breekt dat af. Als Tilldesk blijft draaien, opent u het venster weer met het pictogram in het systeemvak, of door Tilldesk opnieuw te starten.\n\nTilldesk onthoudt uw antwoord. U wijzigt het bij Instellingen.',
    runOn: 'Tilldesk laten draaien',
    quit: 'Afsluiten',
    cancel: 'Annuleren',
    open: 'Tilldesk openen',
  },
  en: {
    exporting: 'An export is still running.',
    apiInUse: 'Another program is using Tilldesk.',
    detail:
      'Quitting stops that. If Tilldesk keeps running, you can open its window again with the icon in the system tray, or by starting Tilldesk again.\n\nTilldesk remembers your answer. You can change it in Settings.',
    runOn: 'Keep Tilldesk running',
    quit: 'Quit',
    cancel: 'Cancel',
    open: 'Open Tilldesk',
  },
} as const satisfies Record<Language, Record<string, string>>;

const ANSWERS = ['run-on', 'quit'] as const;

/** The button that leaves the window open, as Esc does. Nothing is remembered. */
const CANCEL = ANSWERS.length;

/**
 * Decides by the settings what closing the window does: the program ends or keeps running. If that would interrupt
 * work, it asks first and stores the answer. Quitting from the menu or with the system does not ask: it does not begin
 * with the window. Returns a function that shows a change of the language in the tray.
 */
export function watchClosing(opened: BrowserWindow, options: ClosingOptions): () => void {
  const { window, settings, program, log } = options;
  const texts = () => TEXTS[chooseMenuLanguage(settings.read().language)];
  let isAsking = false;
  // Electron removes the icon if nothing refers to it.
  let tray: Tray | null = null;

  function setTrayMenu(): void {
    const { open, quit } = texts();
    tray?.setContextMenu(
      Menu.buildFromTemplate([
        { label: open, click: window.show },
        { label: quit, click: () => app.quit() },
      ]),
    );
  }

  async function runOn(): Promise<void> {
    tray ??= createTray(options);
    setTrayMenu();
    // Not awaited: it may take as long as an export.
    void program.leaveWindow();
    await window.putAway();
  }

  async function ask(work: OpenWork): Promise<void> {
    const { exporting, apiInUse, detail, runOn: runOnLabel, quit, cancel } = texts();
    const { response } = await dialog.showMessageBox(opened, {
      ...{ type: 'question', title: 'Tilldesk', message: work.isExporting ? exporting : apiInUse, detail },
      buttons: [runOnLabel, quit, cancel],
      ...{ defaultId: 0, cancelId: CANCEL, noLink: true },
    });
    const answer = ANSWERS[response];
    if (answer === undefined) return;
    settings.change({ onWindowClose: answer });
    if (answer === 'quit') app.quit();
    else await runOn();
  }

  function attempt(work: () => Promise<void>): void {
    isAsking = true;
    void work()
      .catch((err) => log.error({ err }, 'the window could not be closed properly'))
      .finally(() => {
        isAsking = false;
      });
  }

  opened.on('close', (event: Pick<Event, 'preventDefault'>) => {
    const { onWindowClose } = settings.read();
    const work = program.openWork();
    const mustAsk = onWindowClose === 'ask' && (work.isExporting || work.isApiInUse);
    if (!mustAsk && onWindowClose !== 'run-on') return;
    event.preventDefault();
    if (!isAsking) attempt(mustAsk ? () => ask(work) : runOn);
  });
  return setTrayMenu;
}

/** On Linux a program does not learn whether the desktop shows it: a second start opens the window everywhere. */
function createTray({ window, trayIcon, platform }: ClosingOptions): Tray {
  const picture = nativeImage.createFromPath(trayIcon);
  // The bar of macOS does not scale.
  const tray = new Tray(platform === 'darwin' ? picture.resize({ height: 18 }) : picture);
  tray.setToolTip('Tilldesk');
  // On macOS a click opens the menu.
  if (platform !== 'darwin') tray.on('click', window.show);
  return tray;
}
