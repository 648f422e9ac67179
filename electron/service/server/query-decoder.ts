import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Endpoint, QueryOf } from '../../../shared/contract/endpoint.ts';
import { PARAMETER_READERS, type ParameterSchema, type ParameterText } from '../../../shared/contract/query.ts';
import { ApiError } from './api-error.ts';
import { shortenName } from './body-decoder.ts';

/** The query of an endpoint as a handler gets it: defaults and the end of a range filled in. */
export type DecodedQuery<E extends Endpoint> =
  QueryOf<E> extends { from: string } ? Omit<QueryOf<E>, 'to'> & { to: string } : QueryOf<E>;

/** Reads a query string strictly, without coercion. Every refusal is a 400 that names the parameter. */
export function createQueryDecoder<E extends Endpoint>(endpoint: E): (text: string) => DecodedQuery<E> {
  const parameters = createParameters(endpoint.query);
  return (text) => {
    const texts = readQueryText(text, parameters);
    const query: Record<string, unknown> = {};
    for (const [name, parameter] of parameters) {
      const value = parameter.read(texts.get(name));
      if (value !== undefined) query[name] = value;
    }
    closeRange(query);
    return query as DecodedQuery<E>;
  };
}

interface Parameter {
  readonly read: (text: string | undefined) => unknown;
  /** Whether it is a comma list, which may be repeated: generated clients send `status=a&status=b` for `status=a,b`. */
  readonly isList: boolean;
}

function createParameters(query: TObject | undefined): ReadonlyMap<string, Parameter> {
  if (!query) return new Map();
  const required = new Set<string>(query.required);
  return new Map(
    Object.entries(query.properties).map(([name, schema]) => [
      name,
      createParameter(name, schema as unknown as ParameterSchema, required.has(name)),
    ]),
  );
}

function createParameter(name: string, schema: ParameterSchema, isRequired: boolean): Parameter {
  const validator = Compile(schema as object);
  const { read, describeForm } = PARAMETER_READERS[schema['x-text']];
  const cap = schema['x-cap'] ?? Number.POSITIVE_INFINITY;

  const readText = (text: string | undefined) => {
    if (text === undefined) {
      if (isRequired && schema.default === undefined) throw new ApiError('bad_request', `${name} is required.`);
      return schema.default;
    }
    const value = read(text);
    if (value === undefined || !validator.Check(value)) {
      throw new ApiError('bad_request', `${name} must be ${describeForm(schema)}.`);
    }
    return typeof value === 'number' ? Math.min(value, cap) : value;
  };
  return { read: readText, isList: COMMA_LISTS.includes(schema['x-text']) };
}

const COMMA_LISTS: readonly ParameterText[] = ['comma-list', 'id-list'];

function closeRange(query: Record<string, unknown>): void {
  const { from, to = from } = query;
  if (typeof from !== 'string' || typeof to !== 'string') return;
  if (to < from) throw new ApiError('bad_request', 'to must not be before from.');
  query.to = to;
}

const MAX_QUERY_BYTES = 16 * 1024;

/**
 * Decodes a query string without `?`; `+` is a space. Joins comma lists that are repeated. Refuses unknown, otherwise
 * repeated and badly encoded parameters.
 */
function readQueryText(text: string, parameters: ReadonlyMap<string, Parameter>): ReadonlyMap<string, string> {
  if (text.length > MAX_QUERY_BYTES) {
    throw new ApiError('bad_request', 'The query string is longer than 16 KiB.');
  }
  const texts = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name, value] = readPair(pair);
    const parameter = parameters.get(name);
    if (!parameter) throw new ApiError('bad_request', `The parameter ${shortenName(name)} is unknown.`);
    const before = texts.get(name);
    if (before !== undefined && !parameter.isList) {
      throw new ApiError('bad_request', `${name} may be given only once.`);
    }
    texts.set(name, before === undefined ? value : `${before},${value}`);
  }
  return texts;
}

function readPair(pair: string): [name: string, value: string] {
  const [rawName = '', ...rest] = pair.split('=');
  const name = decode(rawName);
  if (name === '') throw new ApiError('bad_request', 'A parameter has no name.');
  if (name === null) throw new ApiError('bad_request', 'A parameter name has invalid percent-encoding.');
  const value = decode(rest.join('='));
  if (value === null) throw new ApiError('bad_request', `${shortenName(name)} has invalid percent-encoding.`);
  return [name, value];
}

/** `null` if the text is not percent-encoded UTF-8 in plain ASCII. */
function decode(text: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
