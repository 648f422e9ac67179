import { type TSchema, Type } from 'typebox';

/** Decimal euros with at most 2 decimals, 4 for unit prices. */
export const Euros = (description?: string) => Type.Number(description ? { description } : {});
/** RFC 3339 with the Europe/Amsterdam offset of that moment. */
export const Timestamp = () => Type.String({ examples: ['2026-10-25T02:30:00+01:00'] });
export const CalendarDay = () => Type.String({ format: 'date' });
export const RecordId = () => Type.Integer();
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** `{count, total, data}`: rows here, rows overall, the rows. */
export const ListOf = <T extends TSchema>(row: T) =>
  Type.Object({ count: Type.Integer(), total: Type.Integer(), data: Type.Array(row) });

/** A list that is read page by page; it echoes the offset and the page size that was used. */
export const PageOf = <T extends TSchema>(row: T) =>
  Type.Object({
    start: Type.Integer(),
    limit: Type.Integer(),
    count: Type.Integer(),
    total: Type.Integer(),
    data: Type.Array(row),
  });
