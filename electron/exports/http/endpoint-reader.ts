import { Compile, type Validator } from 'typebox/compile';
import type { Endpoint, QueryOf, ResponseOf } from '../../../shared/contract/endpoint.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { ReadJson } from './api-reader.ts';

/** Reads an endpoint of the contract with a decoded query, and the id in its path. Throws `PlatformError`. */
export type ReadEndpoint = <const E extends Endpoint>(
  endpoint: E,
  query?: QueryOf<E>,
  id?: number,
) => Promise<ResponseOf<E>>;

/** What is not of the form of the contract is a `PlatformError` `invalid_answer`. */
export function createEndpointReader(readJson: ReadJson): ReadEndpoint {
  const validators = new Map<Endpoint, Validator>();

  function validatorOf(endpoint: Endpoint): Validator {
    const known = validators.get(endpoint) ?? Compile(endpoint.response);
    validators.set(endpoint, known);
    return known;
  }

  return async <const E extends Endpoint>(endpoint: E, query?: QueryOf<E>, id?: number) => {
    const path = endpoint.path.replace('{id}', String(id));
    const answer = await readJson(`${path}${queryText(query ?? {})}`);
    if (!validatorOf(endpoint).Check(answer)) throw unexpected(endpoint);
    // The validator of this endpoint has just said so.
    return answer as ResponseOf<E>;
  };
}

/** `endpoint` answered something else than the contract says. */
export function unexpected({ path }: Pick<Endpoint, 'path'>): PlatformError {
  return new PlatformError('invalid_answer', `The service answered something unexpected at ${path}.`);
}

/** Lists become comma lists, as the contract reads them; what is undefined is left out. */
function queryText(query: object): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, String(value));
  }
  return text.size === 0 ? '' : `?${text}`;
}
