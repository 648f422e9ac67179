import { type Static, Type } from 'typebox';
import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';

/** A reason for which consecutive readings failed. */
export const CopyFailure = Type.Object(
  { problem: Type.String(), times: Type.Integer({ minimum: 1 }), triesAgainAt: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);
export type CopyFailure = Static<typeof CopyFailure>;

const MIN_WAIT_MS = 5 * 60_000;

const MAX_WAIT_MS = 6 * 60 * 60_000;

/** Failures that go away without intervention or have their own wait. Retrying soon costs one request. */
const TRANSIENT_CODES: ReadonlySet<PlatformErrorCode> = new Set([
  ...(['unavailable', 'timeout', 'busy', 'not_offered'] as const),
  ...(['session_ended', 'credentials_refused'] as const),
]);

/**
 * Counts one more failure. From the second failure for the same reason, the copy waits longer each time: reading a
 * catalog again does not fix what is wrong with it.
 */
export function countFailure(before: CopyFailure | null, error: unknown, now: number): CopyFailure | null {
  if (error instanceof PlatformError && TRANSIENT_CODES.has(error.code)) return before;
  const problem = describeProblem(error);
  const times = before !== null && isSameReason(before.problem, problem) ? before.times + 1 : 1;
  const waitMs = times === 1 ? 0 : Math.min(MIN_WAIT_MS * 2 ** (times - 2), MAX_WAIT_MS);
  return { problem, times, triesAgainAt: now + waitMs };
}

/** One line for the page Data source. */
export function describeProblem(error: unknown): string {
  return error instanceof PlatformError ? error.message : COPY_PROBLEMS.unwritable;
}

/** Ignores numbers, because a message can name a row. */
function isSameReason(one: string, other: string): boolean {
  return one.replace(/\d+/g, '') === other.replace(/\d+/g, '');
}
