/** Why a copy of a platform cannot answer: it is still being read, or the platform refuses what would have to be read. */
export type CopyRefusal =
  | 'being-read'
  | 'no-orders'
  | 'no-products'
  | 'unreadable-orders'
  | 'unnamed-orders'
  | 'no-locations';

/**
 * The beginnings of the messages with which a copy refuses to answer. The sentences are those of `platform.ts`,
 * `status.ts`, `answers.ts` and `coverage.ts` in electron/platform/storekeeper. The specified form of an error has no field
 * for a code; the test of this file takes the messages from those files, so that a change of a sentence is noticed.
 */
const REFUSALS: readonly (readonly [beginning: string, refusal: CopyRefusal])[] = [
  ['The account is being read', 'being-read'],
  ['Orders are being read', 'being-read'],
  ['Orders are complete from ', 'being-read'],
  ['Orders of this account cannot be read', 'no-orders'],
  ['Products of this account cannot be read', 'no-products'],
  ['Orders are incomplete', 'unreadable-orders'],
  ['Orders are not known', 'unnamed-orders'],
  ['Locations are not known', 'no-locations'],
];

/** The reason why a copy does not answer by the message of a 502; null for any other message. */
export function copyRefusalOf(message: string): CopyRefusal | null {
  return REFUSALS.find(([beginning]) => message.startsWith(beginning))?.[1] ?? null;
}
