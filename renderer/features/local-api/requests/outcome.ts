export type Outcome = 'done' | 'refused' | 'notFound' | 'invalid' | 'failed';

/** Who may not, or not now: no sign-in, no right, too often. */
const REFUSALS: readonly number[] = [401, 403, 429];

/** How a request ended, by the status of its answer. */
export function outcomeOf(status: number): Outcome {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  if (REFUSALS.includes(status)) return 'refused';
  return status === 404 ? 'notFound' : 'invalid';
}
