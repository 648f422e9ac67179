import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import type { ApiAnswer } from './api-client.ts';

/** Raised when a service answers something that is not of the agreed form. */
class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** The answer's body as its schema says. Throws `UnexpectedAnswerError` when it is something else. */
export function readJson<T extends TSchema>(schema: T, answer: ApiAnswer): Static<T> {
  const body = parse(answer);
  if (!Value.Check(schema, body)) throw unexpected(answer);
  return body;
}

/** The body of an error answer; null when the service did not send one of the agreed form. */
export function readErrorBody(answer: ApiAnswer): ErrorBody | null {
  try {
    return readJson(ErrorBody, answer);
  } catch (error) {
    if (error instanceof UnexpectedAnswerError) return null;
    throw error;
  }
}

function parse(answer: ApiAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch (cause) {
    throw unexpected(answer, cause);
  }
}

function unexpected(answer: ApiAnswer, cause?: unknown): UnexpectedAnswerError {
  const message = `the service answered ${answer.status} with a body that is not of the agreed form`;
  return new UnexpectedAnswerError(message, { cause });
}
