import type { Endpoint, QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts';
import { createAnswerCheck } from './answer-check.ts';

/** The JSON of a path with its query, below the address of the service. Throws `PlatformError`. */
export type ReadJson = (path: string) => Promise<unknown>;

/** Reads an endpoint of the contract with a decoded query, and the id in its path. Throws `PlatformError`. */
export type ReadEndpoint = <const E extends Endpoint>(
  endpoint: E,
  query?: QueryOf<E>,
  id?: number,
) => Promise<ResponseOf<E>>;

export function createEndpointReader(readJson: ReadJson, check = createAnswerCheck()): ReadEndpoint {
  return async <const E extends Endpoint>(endpoint: E, query?: QueryOf<E>, id?: number) => {
    const path = endpoint.path.replace('{id}', String(id));
    return check(endpoint, await readJson(`${path}${queryText(query ?? {})}`));
  };
}

/** Lists become comma lists, as the contract reads them; what is undefined is left out. */
function queryText(query: object): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, String(value));
  }
  return text.size === 0 ? '' : `?${text}`;
}
