import { basename } from 'node:path';
import { Notification, shell } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import type { Log } from '../../base/log.ts';

const TEXTS = {
  nl: { title: 'Tilldesk heeft een bestand gemaakt', body: (name: string) => `${name}. Klik om de map te openen.` },
  en: { title: 'Tilldesk has made a file', body: (name: string) => `${name}. Click to open the folder.` },
} as const satisfies Record<Language, unknown>;

/** Shown notifications, the latest last: one that is garbage-collected no longer reports the click. */
const shown = new Set<Notification>();

const MAX_SHOWN = 20;

/** Announces a file with a notification of the system. A click shows it in its folder. */
export function announceFile(path: string, language: Language, log: Pick<Log, 'error'>): void {
  if (!Notification.isSupported()) return;
  const { title, body } = TEXTS[language];
  const notification = new Notification({ title, body: body(basename(path)) });
  shown.add(notification);
  for (const oldest of [...shown].slice(0, -MAX_SHOWN)) shown.delete(oldest);
  notification.on('click', () => {
    shown.delete(notification);
    shell.showItemInFolder(path);
  });
  // Windows leaves one that nobody has clicked in its list.
  notification.on('close', ({ reason }) => reason === 'timedOut' || shown.delete(notification));
  notification.on('failed', (_, error) => {
    shown.delete(notification);
    log.error({ error }, 'a notification could not be shown');
  });
  notification.show();
}
