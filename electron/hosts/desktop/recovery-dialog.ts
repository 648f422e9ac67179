import { BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { type AskRecovery, formatShopTime, type RecoveryChoice, type RecoveryOffer } from '../../startup/recovery.ts';

const TEXTS = {
  nl: {
    locale: 'nl-NL',
    message: 'Het gegevensbestand van Tilldesk is beschadigd.',
    stored: (folder: string) => `De beschadigde bestanden blijven bewaard in ${folder}.`,
    older:
      'Wat na de reservekopie is gewijzigd, zit er niet in. API-sleutels, webhooks en voorkeuren zijn weer zoals toen: een sleutel die daarna is ingetrokken, werkt weer. Iedereen moet opnieuw inloggen.',
    noBackup: 'Er is geen reservekopie die kan worden teruggezet.',
    skipped: (names: string) => `Niet bruikbaar: ${names}.`,
    unverified: (moment: string) =>
      `De reservekopie van ${moment} is gewijzigd, of gemaakt door een oudere versie of met een andere geheime sleutel. Er kunnen gebruikers, API-sleutels en webhooks van iemand anders in zitten. Vertrouwt u haar, sluit dan af en start Tilldesk met --recover unverified.`,
    putBack: (moment: string) => `Reservekopie van ${moment} terugzetten`,
    beginEmpty: 'Leeg beginnen',
    quit: 'Afsluiten',
  },
  en: {
    locale: 'en-GB',
    message: 'The data file of Tilldesk is damaged.',
    stored: (folder: string) => `The damaged files are in ${folder}.`,
    older:
      'Changes since the backup are not in it. API keys, webhooks and preferences are as they were then: a key that was revoked since is valid again. Everybody has to sign in again.',
    noBackup: 'There is no backup that can be put back.',
    skipped: (names: string) => `Not usable: ${names}.`,
    unverified: (moment: string) =>
      `The backup of ${moment} was changed, or made by an older version or with another secret key. It may hold users, API keys and webhooks of another person. If you trust it, quit and start Tilldesk with --recover unverified.`,
    putBack: (moment: string) => `Put back the backup of ${moment}`,
    beginEmpty: 'Begin with an empty one',
    quit: 'Quit',
  },
};

type Texts = (typeof TEXTS)['nl' | 'en'];

/** Asks in a message box, over the start page. Closing it means quit. Only after the app is ready. */
export function createRecoveryDialog(language: Language): AskRecovery {
  const texts = TEXTS[language];
  return async (offer) => {
    const choices = listChoices(offer, texts);
    const quit = choices.findIndex(({ choice }) => choice === 'quit');
    const { response } = await showOverWindow({
      ...{ type: 'error', title: 'Tilldesk', message: texts.message, detail: formatDetail(offer, texts) },
      buttons: choices.map(({ label }) => label),
      // A key pressed by accident must not change the data.
      ...{ defaultId: quit, cancelId: quit, noLink: true },
    });
    return choices[response]?.choice ?? 'quit';
  };
}

/** Shows a message box over the window, if there is one. */
export function showOverWindow(box: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const [window] = BrowserWindow.getAllWindows();
  return window === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box);
}

function listChoices({ backup }: RecoveryOffer, texts: Texts) {
  const choices: { readonly choice: RecoveryChoice; readonly label: string }[] = [
    { choice: 'new', label: texts.beginEmpty },
    { choice: 'quit', label: texts.quit },
  ];
  if (backup === null) return choices;
  const label = texts.putBack(formatShopTime(backup.madeAt, texts.locale));
  return [{ choice: 'backup' as const, label }, ...choices];
}

function formatDetail({ damagedFolder, backup, unverified, skipped }: RecoveryOffer, texts: Texts): string {
  const names = skipped.map(({ name }) => name).join(', ');
  return [
    texts.stored(damagedFolder),
    ...(skipped.length === 0 ? [] : [texts.skipped(names)]),
    ...(unverified === null ? [] : [texts.unverified(formatShopTime(unverified.madeAt, texts.locale))]),
    backup === null ? texts.noBackup : texts.older,
  ].join('\n\n');
}
