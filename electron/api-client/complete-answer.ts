import type { TSchema } from 'typebox';
import { roundedEuros } from '../../shared/money.ts';

/** The part of a JSON schema that says what may be missing. */
interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: unknown;
}

/**
 * An answer of another deployment with what the contract has and the deployment need not have: a missing member is its
 * `default`, or null if it may be null; a word that the contract does not know is null where null is allowed. Numbers are
 * rounded to 1/10,000. What does not fit otherwise is left for the check.
 */
export function completeAnswer(schema: TSchema, given: unknown): unknown {
  return complete(schema as Schema, given);
}

function complete(schema: Schema, given: unknown): unknown {
  if (given === undefined) return schema.default;
  if (typeof given === 'number') return roundedEuros(given);
  if (schema.anyOf !== undefined) return completeChoice(schema.anyOf, given);
  const { items, properties } = schema;
  if (items !== undefined && Array.isArray(given)) return given.map((item) => complete(items, item));
  if (properties !== undefined && isRecord(given)) return completeRecord(properties, given);
  return given;
}

function completeChoice(choices: readonly Schema[], given: unknown): unknown {
  const [known, ...others] = choices.filter((choice) => !isNull(choice));
  const isNullable = choices.some(isNull);
  if (given === null || known === undefined || others.length > 0) return given;
  const isUnknownWord = typeof given === 'string' && known.enum?.includes(given) === false;
  return isNullable && isUnknownWord ? null : complete(known, given);
}

function completeRecord(properties: Readonly<Record<string, Schema>>, given: Readonly<Record<string, unknown>>) {
  const completed: Record<string, unknown> = { ...given };
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? complete(schema, given[name]) : missing(schema);
    if (value !== undefined) completed[name] = value;
  }
  return completed;
}

function missing(schema: Schema): unknown {
  return schema.default ?? (schema.anyOf?.some(isNull) ? null : undefined);
}

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
