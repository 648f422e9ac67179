import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Decimal euros with at most 2 decimals; 4 for unit prices. */
export const Euros = (description: string) => Type.Number({ description });
/** `null` if the platform does not know the value. */
export const Known = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null({ description: 'Unknown to the platform' })]);
/** `null` if the platform does not know the amount. It is never 0 then, and sums over it are `null` too. */
export const KnownEuros = (description: string) =>
  nullable(Euros(`${description}; \`null\` if the platform does not know it`));
/** The currency of all `Euros` values. */
export const Currency = () =>
  Type.String({
    description: 'ISO 4217 code; always EUR, except for an order of another deployment in another currency',
  });
/** An ISO 3166-1 code. */
export const CountryIso2 = () => Type.String({ description: 'ISO 3166-1 code; Greece is GR' });
/** RFC 3339 with the Europe/Amsterdam offset at that time. */
export const Timestamp = (description = 'RFC 3339 with the Europe/Amsterdam offset at that time') =>
  Type.String({ format: 'date-time', description, examples: ['2026-10-25T02:30:00+01:00'] });
export const CalendarDay = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-10-01'] });
export const RecordId = (description?: string) => Type.Integer({ ...(description && { description }) });
export const ShopId = () => RecordId('Id of the shop, see GET /api/shops');
export const LocationId = () => RecordId('Id of the location, see GET /api/locations');
export const ProductGroupId = () => RecordId('Turnover group, see GET /api/turnover-groups');
export const TaxRateId = () => RecordId('VAT rate, see GET /api/tax-rates');
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Personal data. `null` for API keys without personal data only, so that it is always a text for users who sign in. */
export const PersonalText = (description?: string) => {
  const parts = [...(description ? [description] : []), '`null` for an API key without personal data'].join('. ');
  return Type.Unsafe<string | null>({ ...nullable(Type.String({ description: parts })), 'x-personal': true });
};

/** An object without additional properties. */
export const ClosedObject = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const createRows = <T extends TSchema>(row: T) => Type.Array(row, { description: 'The rows' });

const counts = {
  count: Type.Integer({ description: 'Number of rows in this answer' }),
  total: Type.Integer({ description: 'Number of matching rows' }),
};

/** A list: `{count, total, data}`. */
export const ListOf = <T extends TSchema>(row: T) => Type.Object({ ...counts, data: createRows(row) });

/** A paged list. It repeats the offset and the page size that was used. */
export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({
    start: Type.Integer({ description: 'Offset of the first row of this page' }),
    limit: Type.Integer({ description: 'Page size that was used' }),
    ...counts,
    data: createRows(row),
  });

/** The period that a list repeats. */
export const echoedRange = {
  from: CalendarDay('First day of the period'),
  to: CalendarDay('Last day of the period; default `from`'),
};

/** A record with a name in the OpenAPI document, with a matching example and a description. */
export const NamedRecord = <P extends TProperties>(
  title: string,
  properties: P,
  example: Static<TObject<P>>,
  description: string,
): TObject<P> => Type.Object(properties, { title, description, examples: [example] });
