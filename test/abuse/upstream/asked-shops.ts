import type { ApiClient } from '../../../electron/api-client/api-client.ts';
import { createEndpointReader } from '../../../electron/api-client/endpoint-reader.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createKeyedReader } from '../../../electron/platform/remote/keyed-reader.ts';
import { listShops } from '../../../shared/contract/shops.ts';

/** What a deployment answers when all is well. */
export const SHOPS_ANSWER = { count: 0, total: 0, data: [] };

/** Asks for the shops as the product does: the form of the contract is checked, every failure is a `PlatformError`. */
export function createShopsReader(client: ApiClient, apiKey: string, signal?: AbortSignal) {
  const readJson = createKeyedReader((path) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return client.send({ method: 'GET', path, headers, ...(signal && { signal }) });
  });
  const read = createEndpointReader(readJson);
  return () => read(listShops);
}

/** The message of a failure; null where there was an answer. */
export function whatIsTold(reading: Promise<unknown>): Promise<string | null> {
  return reading.then(
    () => null,
    (error: unknown) => (error instanceof PlatformError ? error.message : String(error)),
  );
}
