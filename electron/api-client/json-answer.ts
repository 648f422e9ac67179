import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import type { ApiAnswer } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';

/** The answer's body as its schema says. Throws `ApiFailure` `invalid_answer` when it is something else. */
export function readJson<T extends TSchema>(schema: T, answer: ApiAnswer): Static<T> {
  const body = parse(answer);
  if (!Value.Check(schema, body)) throw new ApiFailure('invalid_answer');
  return body;
}

/** The body of an error answer; null when the service did not send one of the agreed form. */
export function readErrorBody(answer: ApiAnswer): ErrorBody | null {
  try {
    return readJson(ErrorBody, answer);
  } catch (error) {
    if (error instanceof ApiFailure) return null;
    throw error;
  }
}

function parse(answer: ApiAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch (cause) {
    throw new ApiFailure('invalid_answer', { cause });
  }
}
