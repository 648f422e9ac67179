import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Endpoint, QueryOf } from '../../../shared/contract/endpoint.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../../shared/contract/parameter-readers.ts';
import { ApiError } from './api-error.ts';
import { readQueryText } from './query-text.ts';

/** The query of an endpoint as a handler gets it: defaults and the end of a range filled in. */
export type DecodedQuery<E extends Endpoint> =
  QueryOf<E> extends { from: string } ? Omit<QueryOf<E>, 'to'> & { to: string } : QueryOf<E>;

/**
 * Makes the strict reader of an endpoint's query string. Nothing is coerced; every refusal is a 400 that names
 * the parameter.
 */
export function createQueryDecoder<E extends Endpoint>(endpoint: E): (text: string) => DecodedQuery<E> {
  const parameters = parametersOf(endpoint.query);
  return (text) => {
    const texts = readQueryText(text, new Set(parameters.keys()));
    const query: Record<string, unknown> = {};
    for (const [name, parameter] of parameters) {
      const value = parameter(texts.get(name));
      if (value !== undefined) query[name] = value;
    }
    closeRange(query);
    return query as DecodedQuery<E>;
  };
}

/** Reads one parameter from its decoded text, undefined where it was not given. */
type Parameter = (text: string | undefined) => unknown;

function parametersOf(query: TObject | undefined): ReadonlyMap<string, Parameter> {
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
  const { read, expectation } = PARAMETER_READERS[schema['x-text']];
  const cap = schema['x-cap'] ?? Number.POSITIVE_INFINITY;

  return (text) => {
    if (text === undefined) {
      if (isRequired && schema.default === undefined)
        throw new ApiError('bad_request', `${name} is required.`);
      return schema.default;
    }
    const value = read(text);
    if (value === undefined || !validator.Check(value)) {
      throw new ApiError('bad_request', `${name} must be ${expectation(schema)}.`);
    }
    return typeof value === 'number' ? Math.min(value, cap) : value;
  };
}

/** A range of days ends on its first day unless it says otherwise. */
function closeRange(query: Record<string, unknown>): void {
  const { from, to = from } = query;
  if (typeof from !== 'string' || typeof to !== 'string') return;
  if (to < from) throw new ApiError('bad_request', 'to must not be before from.');
  query.to = to;
}
