/** Whether this is the full run (`npm run test:full`) or the short one of a few minutes (`npm test`). */
export const isFullRun = process.env.TILLDESK_TEST_SIZE === 'full';

/** Patterns of the files that this run skips. */
export const SKIPPED_FILES: readonly string[] = isFullRun ? [] : ['**/*.full.{test,spec}.{ts,tsx}'];

/** Picks how often repeatable tests are repeated: histories of a model, random cases, kills. */
export function pickBySize<Amount>(amounts: { readonly quick: Amount; readonly full: Amount }): Amount {
  return isFullRun ? amounts.full : amounts.quick;
}
