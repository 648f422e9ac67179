import { basename } from 'node:path';
import { Notification, shell } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';

const TEXTS = {
  nl: { title: 'Tilldesk heeft een bestand gemaakt', body: (name: string) => `${name}. Klik om de map te openen.` },
  en: { title: 'Tilldesk has made a file', body: (name: string) => `${name}. Click to open the folder.` },
} as const satisfies Record<Language, unknown>;

/** Shown notifications: one that is garbage-collected no longer reports the click. */
const shown = new Set<Notification>();

/** Announces a file with a notification of the system. A click shows it in its folder. */
export function announceFile(path: string, language: Language): void {
  if (!Notification.isSupported()) return;
  const { title, body } = TEXTS[language];
  const notification = new Notification({ title, body: body(basename(path)) });
  shown.add(notification);
  notification.on('click', () => {
    shown.delete(notification);
    shell.showItemInFolder(path);
  });
  notification.on('close', () => shown.delete(notification));
  notification.show();
}
