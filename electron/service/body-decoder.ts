import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { BodyOf, Endpoint } from '../../shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { shownName } from './shown-name.ts';

/** Makes the check of an endpoint's body. Nothing is coerced; every refusal is a 400 that names the member. */
export function createBodyDecoder<E extends Endpoint>(endpoint: E): (body: unknown) => BodyOf<E> {
  const check = endpoint.body ? createBodyCheck(endpoint.body) : () => undefined;
  return (body) => {
    check(body);
    return body as BodyOf<E>;
  };
}

function createBodyCheck(schema: TObject): (body: unknown) => void {
  const validator = Compile(schema);
  return (body) => {
    if (body === undefined) throw new ApiError('bad_request', 'A JSON body is required.');
    if (!validator.Check(body)) throw new ApiError('bad_request', refusal(validator.Errors(body)));
  };
}

type Violations = ReturnType<ReturnType<typeof Compile>['Errors']>;
type Violation = Violations[number];

/** The first violation as a sentence; an unknown member goes before what else is wrong. */
function refusal(violations: Violations): string {
  const unknown = violations.find(({ keyword }) => keyword === 'additionalProperties');
  const violation = unknown ?? violations[0];
  return violation ? sentence(violation) : 'The body is not of the documented form.';
}

function sentence(violation: Violation): string {
  const path = violation.instancePath.slice(1).replaceAll('/', '.');
  if (violation.keyword === 'additionalProperties') {
    const [name = ''] = violation.params.additionalProperties;
    return name === '' ? 'A member has no name.' : `The member ${shownName(name)} is unknown.`;
  }
  if (violation.keyword === 'required') return `${violation.params.requiredProperties[0]} is required.`;
  const subject = path === '' ? 'The body' : path;
  if (violation.keyword === 'type') return `${subject} must be of type ${violation.params.type}.`;
  if (violation.keyword === 'minLength' && violation.params.limit === 1)
    return `${subject} must not be empty.`;
  return `${subject} ${violation.message}.`;
}
