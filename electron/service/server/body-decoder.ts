import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { BodyOf, Endpoint } from '../../../shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';

export function createBodyDecoder<E extends Endpoint>(endpoint: E): (body: unknown) => BodyOf<E> {
  const { body: schema } = endpoint;
  const validator = Compile(schema ?? NO_MEMBERS);
  return (body) => {
    if (body === undefined && schema) throw new ApiError('bad_request', 'A JSON body is required.');
    if (body !== undefined && !validator.Check(body))
      throw new ApiError('bad_request', describeRefusal(validator.Errors(body)));
    return (schema && body) as BodyOf<E>;
  };
}

/** Accepted if no body is expected: some clients put an empty object into every POST. */
const NO_MEMBERS = Type.Object({}, { additionalProperties: false });

/** Describes the first violation; an unknown member comes before all others. */
function describeRefusal(violations: readonly Violation[]): string {
  const unknown = violations.find(({ keyword }) => keyword === 'additionalProperties');
  const violation = unknown ?? violations[0];
  return violation ? describeViolation(violation) : 'The body does not have the documented form.';
}

function describeViolation(violation: Violation): string {
  if (violation.keyword === 'additionalProperties') {
    const [name = ''] = violation.params.additionalProperties;
    return name === '' ? 'A member has no name.' : `The member ${shortenName(name)} is unknown.`;
  }
  if (violation.keyword === 'required') return `${violation.params.requiredProperties[0]} is required.`;
  const path = violation.instancePath.slice(1).replaceAll('/', '.');
  return `${path === '' ? 'The body' : path} ${getViolationMessage(violation)}.`;
}

const JSON_CONTENT_TYPE = /^application\/json([ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i;

export function addJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    if (!JSON_CONTENT_TYPE.test(type) || encoding.toLowerCase() !== 'identity') {
      throw new ApiError('unsupported_media_type', 'The body must be application/json in UTF-8.');
    }
    // The endpoint decides whether a body is required.
    return body.length === 0 ? undefined : parseJson(body);
  });
}

function parseJson(body: Buffer): unknown {
  const { text, value } = readJson(body);
  const repeated = findRepeatedMember(text);
  if (repeated === '') throw new ApiError('bad_request', 'A member has no name.');
  if (repeated !== null) throw new ApiError('bad_request', `The member ${shortenName(repeated)} is given twice.`);
  return value;
}

function readJson(body: Buffer): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    throw new ApiError('bad_request', 'The body is not JSON.', { cause: error });
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Validation recurses, and would exhaust the stack. */
const MAX_OPEN_LEVELS = 32;

/**
 * The first member name that an object has twice; `null` if there is none. `JSON.parse` silently keeps the last one, so
 * that two readers could see different values. `json` must be valid JSON. Throws `ApiError` for one that is nested too
 * deeply.
 */
export function findRepeatedMember(json: string): string | null {
  const open: Set<string>[] = [];
  let before = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    if (open.length > MAX_OPEN_LEVELS) {
      throw new ApiError('bad_request', `The body is nested more than ${MAX_OPEN_LEVELS} levels deep.`);
    }
    if (token === '}' || token === ']') open.pop();
    if (token === ':') {
      const name: string = JSON.parse(before);
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
    before = token;
  }
  return null;
}

type Violation = ReturnType<Validator['Errors']>[number];

export function getViolationMessage(violation: Violation): string {
  switch (violation.keyword) {
    case 'type':
      return `must be of type ${violation.params.type}`;
    case 'enum':
      return `must be one of ${violation.params.allowedValues.join(', ')}`;
    case 'minLength':
    case 'minItems':
      return violation.params.limit === 1 ? 'must not be empty' : violation.message;
    case 'maxLength':
      return `must be at most ${violation.params.limit} characters long`;
    case 'uniqueItems':
      return 'must not have the same value twice';
    case 'pattern':
      return 'has a character that is not allowed';
    default:
      return violation.message;
  }
}

const MAX_NAME_LENGTH = 100;

/** Shortens the name of a parameter or member for a message: a client may send one of any length. */
export function shortenName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
