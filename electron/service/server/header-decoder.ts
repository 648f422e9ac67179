import type { IncomingMessage } from 'node:http';
import { Compile } from 'typebox/compile';
import type { Endpoint, HeadersOf } from '../../../shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { headerTitle } from './header-title.ts';
import { headerValues } from './header-values.ts';
import { sayViolation } from './say-violation.ts';

/**
 * Makes the strict reader of the headers that an endpoint declares; what else is sent is left alone. Every refusal is
 * a 400 that names the header.
 */
export function createHeaderDecoder<E extends Endpoint>(
  endpoint: E,
): (message: IncomingMessage) => HeadersOf<E> {
  const readers = Object.entries(endpoint.headers?.properties ?? {}).map(
    ([name, schema]) => [name, createHeader(name, schema)] as const,
  );
  const required: readonly string[] = endpoint.headers?.required ?? [];
  return (message) => {
    const headers: Record<string, string> = {};
    for (const [name, read] of readers) {
      const value = read(headerValues(message, name));
      if (value !== undefined) headers[name] = value;
      else if (required.includes(name)) refuse(name, 'is required');
    }
    return headers as HeadersOf<E>;
  };
}

/** Reads one header from all values that were sent for it, undefined where there was none. */
type Header = (values: readonly string[]) => string | undefined;

function createHeader(name: string, schema: object): Header {
  const validator = Compile(schema);
  return ([value, ...further]) => {
    if (value === undefined) return undefined;
    if (further.length > 0) refuse(name, 'may be given only once');
    if (validator.Check(value)) return value;
    const [violation] = validator.Errors(value);
    return refuse(name, violation ? sayViolation(violation) : 'is not of the documented form');
  };
}

function refuse(name: string, reason: string): never {
  throw new ApiError('bad_request', `${headerTitle(name)} ${reason}.`);
}
