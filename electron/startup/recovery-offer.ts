export type RecoveryChoice = 'backup' | 'new' | 'quit';

/** What somebody is offered whose data file is damaged. Nothing has been changed yet. */
export interface RecoveryOffer {
  /** What is wrong, in one sentence. */
  readonly damage: string;
  /** Where the damaged files will lie, whole, in a folder of their own. */
  readonly damagedFolder: string;
  /** The newest backup that can be put back; null for none. */
  readonly backup: { readonly madeAt: string } | null;
  /** Newer ones that cannot. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** Asks the person at the screen. */
export type AskRecovery = (offer: RecoveryOffer) => Promise<RecoveryChoice>;

/** The moment by the clock on the wall, such as `21-11-2026 20:37`. */
export function localMoment(instant: string, locale: string): string {
  return new Date(instant).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}
