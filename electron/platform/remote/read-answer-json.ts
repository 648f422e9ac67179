import type { ApiAnswer } from '../../api-client/api-client.ts';
import { parseJson } from '../../api-client/parse-json.ts';
import { UpstreamFailure } from '../../api-client/upstream-failure.ts';
import { PlatformError } from '../platform-error.ts';
import { errorOfAnswer } from './remote-errors.ts';

/** The JSON of a success. Throws the `PlatformError` of anything else. */
export function readAnswerJson(answer: ApiAnswer, success = 200): unknown {
  if (answer.status !== success) throw errorOfAnswer(answer);
  try {
    return parseJson(answer.body);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    throw new PlatformError('invalid_answer', cause.message, { cause, isTold: true });
  }
}
