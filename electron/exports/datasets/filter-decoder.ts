import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PARAMETER_READERS, type ParameterSchema } from '../../../shared/contract/parameter-readers.ts';
import type { TextFilters } from '../dataset.ts';
import { ExportError } from '../export-error.ts';

/**
 * The filters as typed values, read as the API reads the same parameters. Nothing is coerced and nothing
 * ignored: a filter that is unknown, missing or malformed throws `ExportError` and is named.
 */
export function decodeFilters<T extends TObject>(query: T, filters: TextFilters): Static<T> {
  const decoded: unknown = Object.fromEntries(
    Object.entries(filters).map(([name, text]) => [name, decodeFilter(query, name, text)]),
  );
  if (!Value.Check(query, decoded)) throw invalid(`a filter is missing: ${missingFrom(query, filters)}`);
  return decoded;
}

function decodeFilter(query: TObject, name: string, text: string): unknown {
  const schema = Object.hasOwn(query.properties, name) ? query.properties[name] : undefined;
  if (!schema) throw invalid(`there is no filter ${name}`);
  const parameter = schema as TSchema & ParameterSchema;
  const { read, expectation } = PARAMETER_READERS[parameter['x-text']];
  const value = read(text);
  if (value === undefined || !Value.Check(schema, value)) {
    throw invalid(`the filter ${name} must be ${expectation(parameter)}`);
  }
  return value;
}

function missingFrom(query: TObject, filters: TextFilters): string {
  return (query.required ?? []).filter((name) => !Object.hasOwn(filters, name)).join(', ');
}

function invalid(message: string): ExportError {
  return new ExportError('invalid_request', message);
}
