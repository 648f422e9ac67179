import { type TObject, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { BodyOf, Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { sayViolation, type Violation } from './say-violation.ts';
import { shownName } from './shown-name.ts';

/** Makes the check of an endpoint's body. Nothing is coerced; every refusal is a 400 that names the member. */
export function createBodyDecoder<E extends Endpoint>(endpoint: E): (body: unknown) => BodyOf<E> {
  const { body: schema } = endpoint;
  const check = createBodyCheck(schema ?? NO_MEMBERS);
  return (body) => {
    if (body === undefined && schema) throw new ApiError('bad_request', 'A JSON body is required.');
    if (body !== undefined) check(body);
    return (schema && body) as BodyOf<E>;
  };
}

/** What may be sent where no body is asked for: some clients put an empty object into every POST. */
const NO_MEMBERS = Type.Object({}, { additionalProperties: false });

function createBodyCheck(schema: TObject): (body: unknown) => void {
  const validator = Compile(schema);
  return (body) => {
    if (!validator.Check(body)) throw new ApiError('bad_request', refusal(validator.Errors(body)));
  };
}

/** The first violation as a sentence; an unknown member goes before what else is wrong. */
function refusal(violations: readonly Violation[]): string {
  const unknown = violations.find(({ keyword }) => keyword === 'additionalProperties');
  const violation = unknown ?? violations[0];
  return violation ? sentence(violation) : 'The body is not of the documented form.';
}

function sentence(violation: Violation): string {
  if (violation.keyword === 'additionalProperties') {
    const [name = ''] = violation.params.additionalProperties;
    return name === '' ? 'A member has no name.' : `The member ${shownName(name)} is unknown.`;
  }
  if (violation.keyword === 'required') return `${violation.params.requiredProperties[0]} is required.`;
  const path = violation.instancePath.slice(1).replaceAll('/', '.');
  return `${path === '' ? 'The body' : path} ${sayViolation(violation)}.`;
}
