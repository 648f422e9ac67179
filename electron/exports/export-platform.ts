import { RETRY_DELAYS_MS } from '../../shared/retry.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { RetryBudget } from '../base/retry.ts';
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

/** By how much of itself a pause is longer at most. */
const SPREAD = 0.25;

/** An export does not wait for a platform that asks for more. */
const MOST_ASKED_MS = 15 * 60 * 1_000;

const PASSING: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout', 'busy']);

/** How a platform that many programs use is spared; one in the same process needs none of it. */
export interface RetryLimits {
  readonly budget: RetryBudget;
  /** From 0 to 1: programs that failed together shall not come back together. */
  readonly random: () => number;
}

const WITHIN: RetryLimits = { budget: { earn() {}, spend: () => true }, random: () => 0 };

/**
 * Repeats calls that fail in a passing way, three times at most. Aborting the signal ends a pause at once and prevents
 * further calls; both throw `ExportError` `cancelled`.
 */
export function retryingPlatform(
  platform: ExportPlatform,
  clock: Clock,
  signal?: AbortSignal,
  { budget, random }: RetryLimits = WITHIN,
): ExportPlatform {
  /** Throws the failure where the call is not repeated. */
  function pauseAfter(error: unknown, pauseMs: number): number {
    const askedMs = error instanceof PlatformError ? (error.retryAfterMs ?? 0) : 0;
    if (!isPassing(error) || askedMs > MOST_ASKED_MS || !budget.spend()) throw error;
    return Math.max(pauseMs, askedMs) * (1 + SPREAD * random());
  }

  async function withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    budget.earn();
    for (const pauseMs of RETRY_DELAYS_MS) {
      if (signal) expectNotCancelled(signal);
      try {
        return await call();
      } catch (error) {
        await pause(clock, pauseAfter(error, pauseMs), signal);
      }
    }
    if (signal) expectNotCancelled(signal);
    return call();
  }

  return wrapCalls(platform, withRetries);
}

function isPassing(error: unknown): boolean {
  return error instanceof PlatformError && PASSING.has(error.code);
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(delayMs, over.resolve);
  return (signal ? untilCancelled(signal, over.promise) : over.promise).finally(cancel);
}
