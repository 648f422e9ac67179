import type { IncomingMessage } from 'node:http';
import { Compile } from 'typebox/compile';
import type { Endpoint, HeadersOf } from '../../../shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { getViolationMessage } from './body-decoder.ts';

/** Reads the declared headers strictly and ignores others. Every refusal is a 400 that names the header. */
export function createHeaderDecoder<E extends Endpoint>(endpoint: E): (message: IncomingMessage) => HeadersOf<E> {
  const readers = Object.entries(endpoint.headers?.properties ?? {}).map(
    ([name, schema]) => [name, createHeader(name, schema)] as const,
  );
  const required: readonly string[] = endpoint.headers?.required ?? [];
  return (message) => {
    const headers: Record<string, string> = {};
    for (const [name, read] of readers) {
      const value = read(getHeaderValues(message, name));
      if (value !== undefined) headers[name] = value;
      else if (required.includes(name)) refuse(name, 'is required');
    }
    return headers as HeadersOf<E>;
  };
}

type Header = (values: readonly string[]) => string | undefined;

function createHeader(name: string, schema: object): Header {
  const validator = Compile(schema);
  return ([value, ...further]) => {
    if (value === undefined) return undefined;
    if (further.length > 0) refuse(name, 'may be given only once');
    if (validator.Check(value)) return value;
    const [violation] = validator.Errors(value);
    return refuse(name, violation ? getViolationMessage(violation) : 'does not have the documented form');
  };
}

function refuse(name: string, reason: string): never {
  throw new ApiError('bad_request', `${formatHeaderName(name)} ${reason}.`);
}

/** The name of a header as people write it: `Idempotency-Key` for `idempotency-key`. */
export function formatHeaderName(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Every value of a header, in order: `message.headers` drops repeated ones, which hides that they were sent. */
export function getHeaderValues(message: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    if (message.rawHeaders[index]?.toLowerCase() === name) values.push(message.rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** The members of a header such as `nl,en;q=0.8`, in lower case, with their weights from 0 to 1. */
export function parseWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((member) => {
      const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
