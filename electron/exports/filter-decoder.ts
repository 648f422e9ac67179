import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isCalendarDate } from '../../shared/calendar.ts';
import type { ParameterText } from '../../shared/contract/query.ts';
import type { TextFilters } from './dataset.ts';
import { ExportError } from './export-error.ts';

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Text to value per kind of parameter; undefined when the text is not of the kind. */
const DECODERS: Partial<Record<ParameterText, (text: string) => unknown>> = {
  text: (text) => text,
  integer: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  flag: (text) => (Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined),
  date: (text) => (isCalendarDate(text) ? text : undefined),
};

/**
 * The filters as typed values, read by the `x-text` of the endpoint's query. Nothing is coerced and nothing
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
  const value = decoderOf(schema)(text);
  if (value === undefined || !Value.Check(schema, value)) throw invalid(`the filter ${name} is not valid`);
  return value;
}

function decoderOf(schema: TSchema & { 'x-text'?: ParameterText }): (text: string) => unknown {
  const decode = schema['x-text'] && DECODERS[schema['x-text']];
  if (!decode) throw new TypeError(`exports cannot read a filter of the kind ${schema['x-text']}`);
  return decode;
}

function missingFrom(query: TObject, filters: TextFilters): string {
  return (query.required ?? []).filter((name) => !Object.hasOwn(filters, name)).join(', ');
}

function invalid(message: string): ExportError {
  return new ExportError('invalid_request', message);
}
