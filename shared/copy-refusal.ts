/** The reason why a copy cannot answer: it is still being read, or the platform refuses what it needs. */
export type CopyRefusal =
  | 'being-read'
  | 'no-orders'
  | 'no-products'
  | 'unreadable-orders'
  | 'unnamed-orders'
  | 'no-locations';

/**
 * Beginnings of the messages of such refusals, from `platform.ts`, `status.ts`, `answers.ts` and `coverage.ts` in
 * electron/platform/storekeeper. The specified error has no field for a code. The test of this file uses the messages
 * of those files, so that a changed sentence is noticed.
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

/** Finds the reason by the message of a 502; `null` for any other message. */
export function findCopyRefusal(message: string): CopyRefusal | null {
  return REFUSALS.find(([beginning]) => message.startsWith(beginning))?.[1] ?? null;
}
