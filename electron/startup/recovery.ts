import { TIME_ZONE } from '../../shared/calendar.ts';
import type { Notice } from '../../shared/contract/bridge.ts';
import { StartError } from '../base/errors.ts';

export type RecoveryChoice = 'backup' | 'unverified' | 'new' | 'quit';

/** The choice for a damaged data file. Nothing has been changed yet. */
export interface RecoveryOffer {
  /** The problem, in one sentence. */
  readonly damage: string;
  /** The damaged files will be in a separate folder in it, unchanged. */
  readonly damagedFolder: string;
  /** The newest backup that can be put back; `null` for none. */
  readonly backup: { readonly madeAt: string } | null;
  /**
   * A newer backup that was changed, or made by a version that signed none, or with another secret key; `null` for
   * none. Only `--recover unverified` puts it back.
   */
  readonly unverified: { readonly madeAt: string } | null;
  /** Newer backups that cannot be put back. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

export type AskRecovery = (offer: RecoveryOffer) => Promise<RecoveryChoice>;

/** The time in the shop, such as `21-11-2026 20:37`, whatever the time zone of this computer is. */
export function formatShopTime(instant: string, locale: string): string {
  return new Date(instant).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE });
}

/** The data file is damaged and nobody could be asked: the message names the options. */
export class RecoveryNeeded extends StartError {
  override readonly name = 'RecoveryNeeded';

  constructor(offer: RecoveryOffer) {
    super([offer.damage, ...describeSkipped(offer), ...describeUnverified(offer), ...describeOptions(offer)].join(' '));
  }
}

function describeOptions({ backup, unverified, damagedFolder }: RecoveryOffer): readonly string[] {
  const setAside = `the damaged files are kept, in ${damagedFolder}`;
  const begin = `--recover new begins with an empty one; either way ${setAside}.`;
  if (backup === null) {
    const noBackup = unverified === null ? 'There is no backup that can be put back.' : 'There is no other backup.';
    return [`${noBackup} --recover new begins with an empty one; ${setAside}.`];
  }
  const moment = formatShopTime(backup.madeAt, 'en-GB');
  return [
    `Nothing has been changed. Start with --recover backup to put back the backup of ${moment}, or ${begin}`,
    'What was changed since that backup is not in it. API keys, webhooks and preferences are as they were then: a key that was revoked since is valid again.',
  ];
}

function describeUnverified({ unverified }: RecoveryOffer): readonly string[] {
  if (unverified === null) return [];
  const moment = formatShopTime(unverified.madeAt, 'en-GB');
  return [
    `The backup of ${moment} was changed, or made by an older version of Tilldesk, or with another secret key: it is not put back automatically.`,
    'It may hold users, API keys and webhooks of another person; --recover unverified puts it back all the same.',
  ];
}

function describeSkipped({ skipped }: RecoveryOffer): readonly string[] {
  if (skipped.length === 0) return [];
  return [`Not usable: ${skipped.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.`];
}

/** The user chose to leave the damaged data file as it is. */
export class RecoveryDeclined extends StartError {
  override readonly name = 'RecoveryDeclined';
  /** The user ended the program: a start that chose Electron by itself must not continue with the browser host. */
  override readonly exitStatus = 0;

  constructor(damage: string) {
    super(`${damage} Nothing has been changed.`);
  }
}

interface DataCare {
  readonly recovery: { readonly setAside: string; readonly backup: { readonly madeAt: string } | null } | null;
  readonly backupProblem: 'no-space' | 'damaged' | 'failed' | null;
  /** Folder of the backups. */
  readonly backups: string;
}

/** Notices for the user about the data. */
export function createDataNotices({ recovery, backupProblem, backups }: DataCare): readonly Notice[] {
  const notices: Notice[] = [];
  if (recovery?.backup) {
    notices.push({ kind: 'backup-put-back', path: recovery.setAside, madeAt: recovery.backup.madeAt });
  } else if (recovery) {
    notices.push({ kind: 'begun-empty', path: recovery.setAside });
  }
  if (backupProblem !== null) notices.push({ kind: `backup-${backupProblem}`, path: backups });
  return notices;
}
