import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** Compiled once, because compiling takes longer than a request that is checked. */
const closedSchemas = new WeakMap<TSchema, Validator>();

/**
 * Lists where `value` does not match a schema of the contract, including fields that the schema does not list. Empty if
 * it matches.
 */
export function departuresFrom(schema: TSchema, value: unknown): string[] {
  const closed = closedSchemas.get(schema) ?? Compile(withoutFurtherMembers(schema) as TSchema);
  closedSchemas.set(schema, closed);
  if (closed.Check(value)) return [];
  return closed.Errors(value).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

function withoutFurtherMembers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFurtherMembers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([key, value]) => [key, withoutFurtherMembers(value)]);
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return Object.fromEntries(isObject ? [...inner, ['additionalProperties', false]] : inner);
}
