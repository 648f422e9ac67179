import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import type { Clock } from '../session/clock.ts';
import { BusyPlatformError } from './busy-platform-error.ts';
import { cancellation, expectNotCancelled } from './expect-not-cancelled.ts';
import type { ExportPlatform } from './export-platform.ts';

/** Pauses before the first, second and third repeat; there is no fourth. */
const PAUSES_MS = [2_000, 8_000, 30_000] as const;
const PASSING: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout']);

/**
 * The platform, of which every call that fails in a passing way is repeated as it is, three times at most; the last
 * failure is thrown. Aborting the signal ends a pause at once and lets no further call begin: both throw `ExportError`
 * `cancelled`. A pause by the system's clock does not keep the process alive.
 */
export function patientPlatform(
  platform: ExportPlatform,
  clock: Clock,
  signal?: AbortSignal,
): ExportPlatform {
  async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (const pauseMs of PAUSES_MS) {
      if (signal) expectNotCancelled(signal);
      try {
        return await call();
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(clock, error instanceof BusyPlatformError ? error.retryAfterMs : pauseMs, signal);
      }
    }
    if (signal) expectNotCancelled(signal);
    return call();
  }

  return {
    listReference: (caller, kind) => patiently(() => platform.listReference(caller, kind)),
    searchProducts: (caller, query) => patiently(() => platform.searchProducts(caller, query)),
    findProduct: (caller, id) => patiently(() => platform.findProduct(caller, id)),
    listProductPrices: (caller, query) => patiently(() => platform.listProductPrices(caller, query)),
    readPriceList: (caller, query, after) => patiently(() => platform.readPriceList(caller, query, after)),
    listCustomers: (caller, query) => patiently(() => platform.listCustomers(caller, query)),
    listOrders: (caller, query) => patiently(() => platform.listOrders(caller, query)),
    readDiscountOrders: (caller, query, after) =>
      patiently(() => platform.readDiscountOrders(caller, query, after)),
    readReport: (caller, kind, query) => patiently(() => platform.readReport(caller, kind, query)),
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof PlatformError && PASSING.has(error.code);
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume, reject) => {
    const stop = () => {
      cancelPause();
      reject(cancellation());
    };
    const cancelPause = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resume();
    });
    signal?.addEventListener('abort', stop, { once: true });
    // Aborted while the call was under way: then nothing tells of it any more.
    if (signal?.aborted) stop();
  });
}
