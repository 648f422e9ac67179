import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Decimal euros with at most 2 decimals, 4 for unit prices. */
export const Euros = (description = 'Euros') => Type.Number({ description });
/** RFC 3339 with the Europe/Amsterdam offset of that moment. */
export const Timestamp = (description = 'With the Europe/Amsterdam offset of that moment') =>
  Type.String({ format: 'date-time', description, examples: ['2026-10-25T02:30:00+01:00'] });
export const CalendarDay = () => Type.String({ format: 'date', examples: ['2026-10-01'] });
export const RecordId = (description?: string) => Type.Integer({ ...(description && { description }) });
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const counts = {
  count: Type.Integer({ description: 'Rows in this answer', examples: [1] }),
  total: Type.Integer({ description: 'Rows overall', examples: [1] }),
};

/** `{count, total, data}`: rows here, rows overall, the rows. */
export const ListOf = <T extends TSchema>(row: T) => Type.Object({ ...counts, data: Type.Array(row) });

/** A list that is read page by page; it echoes the offset and the page size that was used. */
export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({
    start: Type.Integer({ description: 'Offset of the first row of this page', examples: [0] }),
    limit: Type.Integer({ description: 'Page size that was used', examples: [100] }),
    ...counts,
    data: Type.Array(row),
  });

/** A record that has a name of its own in the interface description, with an example that fits it. */
export const NamedRecord = <P extends TProperties>(
  title: string,
  properties: P,
  example: Static<TObject<P>>,
  description?: string,
): TObject<P> => Type.Object(properties, { title, ...(description && { description }), examples: [example] });
