import type { TSchema } from 'typebox';
import type { JsonSchema } from './openapi-document.ts';

export interface SchemaCollector {
  /** A schema with a title becomes a component, and the result is a reference to it. */
  describe(schema: TSchema): JsonSchema;
  components(): Record<string, JsonSchema>;
}

/** Keywords for the service, not for its clients. */
const INTERNAL_KEYWORDS = ['x-text', 'x-finds-people', 'x-personal', 'x-filled', 'title'];

const PRIMITIVES: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

export function createSchemaCollector(location = '#/components/schemas/'): SchemaCollector {
  const named = new Map<string, TSchema>();
  const components = new Map<string, JsonSchema>();

  const describe = (schema: TSchema): JsonSchema => {
    const { title }: { title?: string } = schema;
    if (title === undefined) return describeInPlace(schema);
    const known = named.get(title);
    if (known && known !== schema) throw new Error(`two schemas have the title ${title}`);
    if (!known) {
      named.set(title, schema);
      components.set(title, describeInPlace(schema));
    }
    return { $ref: `${location}${title}` };
  };

  const describeInPlace = (schema: TSchema): JsonSchema => {
    const keywords = Object.entries(schema).filter(([keyword]) => !INTERNAL_KEYWORDS.includes(keyword));
    const described = Object.fromEntries(
      keywords.map(([keyword, value]) => [keyword, describeKeyword(keyword, value)]),
    );
    if (described.anyOf) return toNullable(described.anyOf as JsonSchema[]);
    // Generators assume 32 bits for an integer without a format, and ids have up to 15 digits.
    if (described.type === 'integer') return { ...described, format: 'int64' };
    return 'enum' in described ? { type: 'string', ...described } : described;
  };

  const describeKeyword = (keyword: string, value: unknown): unknown => {
    if (keyword === 'items') return describe(value as TSchema);
    if (keyword === 'anyOf') return (value as TSchema[]).map(describe);
    if (keyword !== 'properties') return value;
    const properties = Object.entries(value as Record<string, TSchema>);
    return Object.fromEntries(properties.map(([name, schema]) => [name, describe(schema)]));
  };

  return { describe, components: () => Object.fromEntries(components) };
}

/** The only unions of the contract are those with null. Generators handle a list of types better than a union. */
function toNullable(members: readonly JsonSchema[]): JsonSchema {
  const [schema, none, ...further] = members;
  if (!schema || none?.type !== 'null' || further.length > 0) throw new Error('a union must be one schema and null');
  if (!PRIMITIVES.includes(schema.type) || 'enum' in schema) return { anyOf: members };
  return { ...schema, type: [schema.type, 'null'] };
}

/** The keywords that an example can be read from. */
interface ExampleSource {
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly items?: TSchema;
  readonly 'x-filled'?: boolean;
}

/**
 * The example of a parameter or message, or one that its form implies. Throws if there is none, unless none can be
 * given.
 */
export function getExample(schema: TSchema): unknown {
  const source: ExampleSource = schema;
  if (source.examples) return source.examples[0];
  if (source.default !== undefined) return source.default;
  if (source.enum) return source.enum[0];
  if (source.type === 'boolean') return true;
  if (source.items) return [getExample(source.items)];
  if (source['x-filled'] === false) return undefined;
  throw new Error(`this schema needs an example: ${JSON.stringify(schema)}`);
}
