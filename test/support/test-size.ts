/** Whether everything is tested (`npm run test:full`), or what fits into a few minutes (`npm test`). */
export const isFullRun = process.env.TILLDESK_TEST_SIZE === 'full';

/** Patterns of the files that this run leaves out. */
export const LEFT_TO_FULL_RUN: readonly string[] = isFullRun ? [] : ['**/*.full.{test,spec}.{ts,tsx}'];

/** How much of what can be repeated at will: histories of a model, draws, kills. */
export function sized<Amount>(amounts: { readonly quick: Amount; readonly full: Amount }): Amount {
  return isFullRun ? amounts.full : amounts.quick;
}
