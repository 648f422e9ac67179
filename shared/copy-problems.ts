/** Problems that keep a catalog copy from being refreshed, in the log and in `npm run copies -- status`. */
export const COPY_PROBLEMS = {
  listsDisagree: 'The product feed and the product list have different products. The copy is read again.',
  endlessFeed: 'The product feed never ends. Report this to the operator of the platform.',
  otherPrices: 'The platform returned prices of other products. Report this to its operator.',
  badAmount: 'The catalog has an invalid price. Report this to the operator of the platform.',
  full: 'The copies on this computer reached their size limit. Remove some with npm run copies.',
  unwritable: 'The copy cannot be written. Check the disk.',
} as const;

export type CopyProblem = keyof typeof COPY_PROBLEMS;

/** Finds the problem of a message; `null` if it is another message. */
export function findCopyProblem(message: string): CopyProblem | null {
  const names = Object.keys(COPY_PROBLEMS) as CopyProblem[];
  return names.find((name) => COPY_PROBLEMS[name] === message) ?? null;
}
