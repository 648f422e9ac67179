import type { Clock } from '../../base/clock.ts';
import { isAnswerAgeReported, noteAnswerAge } from '../answer-age.ts';
import type { Platform } from '../platform.ts';
import { type PlatformCalls, wrapPlatform } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';

/** The built-in platform on a database that follows the one that takes writes. */
export interface StandbyPlatform {
  readonly platform: Platform;
  /** See `Standby`. */
  readonly asOf: () => number | null;
}

/** Lists and reports: what costs the database most, and what nobody asks about a moment after writing. */
const READ_THERE: ReadonlySet<string> = new Set<keyof PlatformCalls>([
  'searchProducts',
  'listProductPrices',
  'listStock',
  'listCustomers',
  'listOrders',
  'readDiscountOrders',
  'readBatch',
  'listDiscountOrders',
  'listOrderItems',
  'listOrderPayments',
  'readReport',
]);

/** A standby that keeps up is known to be so twice a second. */
const OF_THIS_MOMENT_MS = 2_000;

/**
 * A platform whose lists and reports come from a standby. One that lags says how old its answers are; where nobody would
 * be told, or it cannot be read, the platform itself answers.
 */
export function withStandby(platform: Platform, standby: StandbyPlatform, clock: Pick<Clock, 'now'>): Platform {
  return wrapPlatform(platform, async (answer, { name, caller }) => {
    const fetchedAt = READ_THERE.has(name) ? standby.asOf() : null;
    if (fetchedAt === null) return answer();
    const isOld = clock.now() - fetchedAt > OF_THIS_MOMENT_MS;
    if (isOld && !isAnswerAgeReported()) return answer();
    try {
      const answered = await answer(caller, standby.platform);
      if (isOld) noteAnswerAge({ fetchedAt, unreachable: null });
      return answered;
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'unavailable') return answer();
      throw error;
    }
  });
}
