import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Endpoint, ResponseOf } from '../../shared/contract/endpoint.ts';
import { PlatformError } from '../platform/platform-error.ts';

/** The answer of an endpoint, once it is known to be one. Throws `PlatformError` `invalid_answer`. */
export type CheckAnswer = <const E extends Endpoint>(endpoint: E, answer: unknown) => ResponseOf<E>;

interface Validators {
  readonly known: Validator;
  /** Takes no member that the contract does not know. */
  readonly exact: Validator;
}

/**
 * What is not of the form of the contract is refused; members that it does not know, as a newer deployment has them, are
 * taken off. That takes several times as long as looking whether there are any.
 */
export function createAnswerCheck(): CheckAnswer {
  const validators = new Map<Endpoint, Validators>();

  function validatorsOf(endpoint: Endpoint): Validators {
    const made = validators.get(endpoint) ?? compile(endpoint.response);
    validators.set(endpoint, made);
    return made;
  }

  return <const E extends Endpoint>(endpoint: E, answer: unknown) => {
    const { known, exact } = validatorsOf(endpoint);
    if (!known.Check(answer)) throw unexpected(endpoint);
    // The validator of this endpoint has just said so.
    return (exact.Check(answer) ? answer : known.Clean(answer)) as ResponseOf<E>;
  };
}

/** `endpoint` answered something else than the contract says. */
export function unexpected({ path }: Pick<Endpoint, 'path'>): PlatformError {
  return new PlatformError('invalid_answer', `The service answered something unexpected at ${path}.`);
}

function compile(schema: TSchema): Validators {
  return { known: Compile(schema), exact: Compile(exactly(schema)) };
}

function exactly<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(exactly) as Schema;
  // Copied with what is hidden: by that a schema is known for one.
  const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  for (const [name, member] of Object.entries(schema)) {
    Object.defineProperty(copy, name, { value: exactly(member), enumerable: true });
  }
  const isRecord = 'properties' in schema && 'type' in schema && schema.type === 'object';
  if (isRecord) Object.defineProperty(copy, 'additionalProperties', { value: false, enumerable: true });
  return copy;
}
