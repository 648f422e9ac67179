import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Decimal euros with at most 2 decimals, 4 for unit prices. */
export const Euros = (description: string) => Type.Number({ description });
/** Null if the platform does not know it. */
export const Known = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null({ description: 'The platform does not know it' })]);
/** Null if the platform does not know it: never 0, and a sum over it is null too. */
export const KnownEuros = (description: string) =>
  nullable(Euros(`${description}; null where the platform does not know it`));
/** Always that of `Euros`. */
export const Currency = () =>
  Type.String({ description: 'Code of ISO 4217: EUR, unless another deployment has an order in another currency' });
/** The code of ISO 3166-1. */
export const CountryIso2 = () => Type.String({ description: 'Two upper-case letters; Greece is GR' });
/** RFC 3339 with the Europe/Amsterdam offset of that moment. */
export const Timestamp = (description = 'With the Europe/Amsterdam offset of that moment') =>
  Type.String({ format: 'date-time', description, examples: ['2026-10-25T02:30:00+01:00'] });
export const CalendarDay = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-10-01'] });
export const RecordId = (description?: string) => Type.Integer({ ...(description && { description }) });
export const ShopId = () => RecordId('Resolve by GET /api/shops');
export const LocationId = () => RecordId('Resolve by GET /api/locations');
export const ProductGroupId = () => RecordId('Resolve by GET /api/turnover-groups');
export const TaxRateId = () => RecordId('Resolve by GET /api/tax-rates');
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/**
 * What says something about a person. The service answers null to an API key that was made without personal data. Nobody
 * else gets null, so that it is a text for everyone who signs in.
 */
export const PersonalText = (description?: string) => {
  const told = [...(description ? [description] : []), 'Null for an API key without personal data'].join('. ');
  return Type.Unsafe<string | null>({ ...nullable(Type.String({ description: told })), 'x-personal': true });
};

/** An object with these members and no others. */
export const ClosedObject = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const rowsOf = <T extends TSchema>(row: T) => Type.Array(row, { description: 'The rows' });

const counts = {
  count: Type.Integer({ description: 'Rows in this answer' }),
  total: Type.Integer({ description: 'Rows overall' }),
};

/** `{count, total, data}`: rows here, rows overall, the rows. */
export const ListOf = <T extends TSchema>(row: T) => Type.Object({ ...counts, data: rowsOf(row) });

/** A list that is read page by page; it echoes the offset and the page size that was used. */
export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({
    start: Type.Integer({ description: 'Offset of the first row of this page' }),
    limit: Type.Integer({ description: 'Page size that was used' }),
    ...counts,
    data: rowsOf(row),
  });

/** What a list over a range of days echoes. */
export const echoedRange = {
  from: CalendarDay('First day, as asked'),
  to: CalendarDay('Last day; that of `from` where none was asked'),
};

/**
 * A record that has a name of its own in the interface description, with an example that fits it and a line on what
 * it is.
 */
export const NamedRecord = <P extends TProperties>(
  title: string,
  properties: P,
  example: Static<TObject<P>>,
  description: string,
): TObject<P> => Type.Object(properties, { title, description, examples: [example] });
