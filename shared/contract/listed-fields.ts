import type { TSchema } from 'typebox';

/** A value with the fields alone that a schema lists, however deep. */
export type FieldFilter = (value: unknown) => unknown;

/** A schema as far as the fields of its values go. */
interface FieldSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

const asIs: FieldFilter = (value) => value;

/**
 * Makes the filter through which the answers of an endpoint pass: whatever a platform adds to a record stays
 * inside. It copies what it keeps, and checks nothing. Of a union it follows the one member that has fields.
 */
export function createFieldFilter(schema: TSchema): FieldFilter {
  const { properties, items, anyOf }: FieldSchema = schema;
  if (properties) return filterOfObject(properties);
  if (items) return filterOfArray(createFieldFilter(items));
  const filters = (anyOf ?? []).map(createFieldFilter).filter((filter) => filter !== asIs);
  if (filters.length > 1) throw new Error('an answer may be one kind of record or null, not several kinds');
  return filters[0] ?? asIs;
}

function filterOfObject(properties: Readonly<Record<string, TSchema>>): FieldFilter {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, createFieldFilter(schema)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const record = value as Record<string, unknown>;
    const listed: Record<string, unknown> = {};
    for (const [name, filter] of fields) {
      const member = record[name];
      if (member !== undefined) listed[name] = filter(member);
    }
    return listed;
  };
}

function filterOfArray(filter: FieldFilter): FieldFilter {
  return (value) => (Array.isArray(value) && filter !== asIs ? value.map(filter) : value);
}
