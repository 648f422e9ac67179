import type { TSchema } from 'typebox';

/** A schema as far as an example can be read from it. */
interface ExampleSource {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly type?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/**
 * A value that fits a schema: the example it gives itself, or one made of those of its parts, with one row in
 * every list. Throws for a schema that has neither.
 */
export function exampleOf(schema: TSchema): unknown {
  const source: ExampleSource = schema;
  if (source.examples) return source.examples[0];
  if (source.const !== undefined) return source.const;
  if (source.default !== undefined) return source.default;
  if (source.enum) return source.enum[0];
  if (source.anyOf || source.type === 'null') return null;
  if (source.type === 'boolean') return true;
  if (source.items) return [exampleOf(source.items)];
  if (source.properties) return exampleOfObject(source.properties);
  throw new Error(`this schema needs an example: ${JSON.stringify(schema)}`);
}

function exampleOfObject(properties: Readonly<Record<string, TSchema>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]));
}
