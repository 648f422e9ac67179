/** Why a copy of a catalog is not read on, as it is logged and as `npm run copies -- status` says it. */
export const COPY_PROBLEMS = {
  listsDisagree: 'The feed of products and their list do not agree.',
  endlessFeed: 'The feed of products says that it goes on, and does not.',
  otherPrices: 'The prices that came are not those that were asked for.',
  badAmount: 'The catalog has an amount that no price can be.',
  full: 'The copies on this computer are full. Whoever runs Tilldesk can remove some with npm run copies.',
  unwritable: 'The copy cannot be written.',
} as const;

export type CopyProblem = keyof typeof COPY_PROBLEMS;

/** Which problem a message names; `null` for any other message. */
export function copyProblemOf(message: string): CopyProblem | null {
  const names = Object.keys(COPY_PROBLEMS) as CopyProblem[];
  return names.find((name) => COPY_PROBLEMS[name] === message) ?? null;
}
