import { cancellation } from '../exports/expect-not-cancelled.ts';
import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import type { ReadJson } from './endpoint-reader.ts';
import { statusToError } from './status-to-error.ts';
import { parseJson } from './upstream-answer.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export interface SentAnswer {
  readonly status: number;
  /** UTF-8. */
  readonly body: Uint8Array;
  /** The header of that name; null without one. */
  readonly retryAfter: string | null;
}

/**
 * Sends a `GET` as somebody. Any answer with a status is an answer; where there is none it throws an error with the
 * `code` and the message of an `ApiFailure` of the session.
 */
export type SendRead = (path: string) => Promise<SentAnswer>;

type NoAnswer = 'unreachable' | 'timeout' | 'invalid_answer';
const MEANINGS: Readonly<Record<NoAnswer, PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  invalid_answer: 'invalid_answer',
};

/** A call that was cancelled throws `ExportError` `cancelled`. */
export function createApiReader(send: SendRead): ReadJson {
  return async (path) => {
    const { status, body, retryAfter } = await answerOf(send, path);
    if (status !== 200) throw statusToError(status, errorBody(body), retryAfter);
    return parsed(body);
  };
}

async function answerOf(send: SendRead, path: string): Promise<SentAnswer> {
  try {
    return await send(path);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'cancelled') {
      throw cancellation();
    }
    if (!isNoAnswer(cause.code)) throw cause;
    throw new PlatformError(MEANINGS[cause.code], cause.message, { cause });
  }
}

function isNoAnswer(code: unknown): code is NoAnswer {
  return typeof code === 'string' && Object.hasOwn(MEANINGS, code);
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    throw new PlatformError('invalid_answer', cause.message, { cause });
  }
}

/** Null where it is none of ours: an error need not have any JSON. */
function errorBody(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}
