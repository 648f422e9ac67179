import { RETRY_DELAYS_MS } from '../../shared/retry.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Platform, PlatformCapabilities } from '../platform/platform.ts';
import { wrapCalls } from '../platform/platform-calls.ts';
import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import { expectNotCancelled, untilCancelled } from './export-error.ts';

export const EXPORT_CALLS = [
  'capabilitiesOf',
  'listReference',
  'searchProducts',
  'findProduct',
  'listProductPrices',
  'readPriceList',
  'listCustomers',
  'findCustomer',
  'listOrders',
  'listOrderItems',
  'listOrderPayments',
  'readBatch',
  'readDiscountOrders',
  'readReport',
] as const satisfies readonly (keyof Platform)[];

/** What exports read: the platform in process, or the API of a running service. */
export interface ExportPlatform extends Pick<Platform, Exclude<(typeof EXPORT_CALLS)[number], 'capabilitiesOf'>> {
  capabilitiesOf(caller: Caller): Promise<Pick<PlatformCapabilities, 'roundsRows' | 'keyedLists'>>;
}

/** An export does not wait for a platform that asks for more. */
const MOST_ASKED_MS = 15 * 60 * 1_000;

const PASSING: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout', 'busy']);

/**
 * Repeats calls that fail in a passing way, three times at most. Aborting the signal ends a pause at once and prevents
 * further calls; both throw `ExportError` `cancelled`.
 */
export function retryingPlatform(platform: ExportPlatform, clock: Clock, signal: AbortSignal): ExportPlatform {
  async function withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (const pauseMs of RETRY_DELAYS_MS) {
      expectNotCancelled(signal);
      try {
        return await call();
      } catch (error) {
        await pause(clock, choosePause(error, pauseMs), signal);
      }
    }
    expectNotCancelled(signal);
    return call();
  }

  return wrapCalls(platform, withRetries);
}

/** Throws a failure after which the call is not repeated. */
function choosePause(error: unknown, pauseMs: number): number {
  const isPassing = error instanceof PlatformError && PASSING.has(error.code);
  const askedMs = isPassing ? (error.retryAfterMs ?? 0) : 0;
  if (!isPassing || askedMs > MOST_ASKED_MS) throw error;
  return Math.max(pauseMs, askedMs);
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(delayMs, over.resolve);
  return untilCancelled(signal, over.promise).finally(cancel);
}
