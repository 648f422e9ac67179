import { setImmediate } from 'node:timers/promises';
import { RETRY_DELAYS_MS } from '../../shared/retry.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { type AnswerAge, trackAnswerAge } from '../platform/answer-age.ts';
import type { Platform, PlatformCapabilities } from '../platform/platform.ts';
import { wrapCalls } from '../platform/platform-calls.ts';
import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import { assertNotCancelled, untilCancelled } from './export-error.ts';

export const EXPORT_CALLS = [
  'getCapabilities',
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
export interface ExportPlatform extends Pick<Platform, Exclude<(typeof EXPORT_CALLS)[number], 'getCapabilities'>> {
  getCapabilities(caller: Caller): Promise<Pick<PlatformCapabilities, 'roundsRows' | 'keyedLists'>>;
}

/** An export gives up if the platform asks for a longer wait. */
const MAX_WAIT_MS = 15 * 60 * 1_000;

const TEMPORARY_ERRORS: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout', 'busy']);

/**
 * Repeats calls after temporary failures, three times at most. Aborting the signal ends a call or a pause at once and
 * prevents further calls: they throw `ExportError` `cancelled`.
 */
export function wrapExportPlatform(platform: ExportPlatform, clock: Clock, signal: AbortSignal): ExportPlatform {
  async function callOnce<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    // Otherwise a platform that answers at once leaves no time to cancel.
    await setImmediate();
    assertNotCancelled(signal);
    return untilCancelled(signal, call());
  }

  return wrapCalls(platform, async (call) => {
    for (const pauseMs of RETRY_DELAYS_MS) {
      try {
        return await callOnce(call);
      } catch (error) {
        await pause(clock, choosePause(error, pauseMs), signal);
      }
    }
    return callOnce(call);
  });
}

/** Throws the failure if the call must not be repeated. */
function choosePause(error: unknown, pauseMs: number): number {
  const isTemporary = error instanceof PlatformError && TEMPORARY_ERRORS.has(error.code);
  const askedMs = isTemporary ? (error.retryAfterMs ?? 0) : 0;
  if (!isTemporary || askedMs > MAX_WAIT_MS) throw error;
  return Math.max(pauseMs, askedMs);
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(delayMs, over.resolve);
  return untilCancelled(signal, over.promise).finally(cancel);
}

/** Remembers the oldest answer that came from a copy. */
export function trackAnswerAges(platform: ExportPlatform) {
  let oldest: AnswerAge | null = null;

  function note(age: AnswerAge | null): void {
    if (age === null) return;
    oldest = {
      fetchedAt: Math.min(age.fetchedAt, oldest?.fetchedAt ?? age.fetchedAt),
      unreachable: age.unreachable ?? oldest?.unreachable ?? null,
    };
  }

  return {
    platform: wrapCalls(platform, (call) =>
      trackAnswerAge(async (ageOf) => {
        const answer = await call();
        note(ageOf());
        return answer;
      }),
    ),
    age: (): AnswerAge | null => oldest,
  };
}
