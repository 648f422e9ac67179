import { countDaysBetween } from '../../shared/calendar.ts';
import type { Period } from '../../shared/periods.ts';
import { createKeyedQueue, QueueFullError } from '../base/keyed-queue.ts';
import type { Platform } from '../platform/platform.ts';
import { isFeedEndQuery, type ReferenceKind } from '../platform/platform.ts';
import { type PlatformCalls, type PortCall, wrapPlatform } from '../platform/platform-calls.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { WorkerError, type WorkerPool } from './worker-pool.ts';

/** Reads that may be slow. The main thread makes every other call itself. */
const POOLED_CALLS: ReadonlySet<string> = new Set<keyof PlatformCalls>([
  'listReference',
  'searchProducts',
  'listProductPrices',
  'listStock',
  'listCustomers',
  'findCustomer',
  'listOrders',
  'readChanges',
  'listOrderItems',
  'listOrderPayments',
  'readBatch',
  'readReport',
]);

/** Half of the workers, so that nobody waits for all calls of another user. */
const MAX_CALLS_PER_USER = 2;

/** More than the calls of a page, and than the connections of a client. */
const MAX_WAITING_PER_USER = 300;

/** A platform whose slow reads are answered by workers. `file` is the task that makes a call. */
export function poolPlatform(platform: Platform, pool: Pick<WorkerPool, 'run'>, file: string): Platform {
  const runInQueue = createKeyedQueue(MAX_CALLS_PER_USER, MAX_WAITING_PER_USER);
  return wrapPlatform(platform, async (answerHere, call) => {
    if (!isPooled(call)) return answerHere();
    const { accountId, userId } = call.caller;
    try {
      // The platform in the worker is one of our own, so its answer has the type of the port.
      return (await runInQueue(`${accountId} ${userId}`, () => pool.run(file, call))) as Awaited<
        ReturnType<typeof answerHere>
      >;
    } catch (error) {
      throw toPlatformError(error);
    }
  });
}

function isPooled({ name, args }: PortCall<PlatformCalls>): boolean {
  const [first, query] = args;
  if (name === 'readDiscountOrders' || name === 'listDiscountOrders') return !isShort(first as Period);
  // Segments count customers. The other reference lists are short.
  if (name === 'listReference') return first === ('segments' satisfies ReferenceKind);
  return POOLED_CALLS.has(name) && !(name === 'readChanges' && isFeedEndQuery(query));
}

/**
 * Discounted orders have their own index: a batch of a month takes a few milliseconds, less than copying it from a
 * worker.
 */
const MAX_MAIN_THREAD_DAYS = 31;

function isShort({ from, to }: Period): boolean {
  return countDaysBetween(from, to) < MAX_MAIN_THREAD_DAYS;
}

/** A call that was not made, or whose worker was lost, counts as not answered by the platform. */
function toPlatformError(error: unknown): unknown {
  if (error instanceof QueueFullError) return new PlatformError('unavailable', error.message);
  if (!(error instanceof WorkerError)) return error;
  return new PlatformError('unavailable', 'The shop data cannot be read. Try again later.', { cause: error });
}
