import { readMe } from '../../../shared/contract/auth.ts';
import type { ApiAnswer } from '../../api-client/api-client.ts';
import { createEndpointReader, type ReadJson } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import { answerJson, errorOfKeyedAnswer, translatingFailures } from './remote-errors.ts';

/** Sends a `GET` with an API key. Any answer with a status is an answer; without one it throws `ApiFailure`. */
export type SendRead = (path: string) => Promise<ApiAnswer>;

/** Failures are described in terms of the key and the service. A cancelled call is `unavailable`. */
export function createKeyedReader(send: SendRead): ReadJson {
  return async (path) => {
    const answer = await translatingFailures(() => send(path));
    if (answer.status !== 200) throw errorOfKeyedAnswer(answer);
    return answerJson(answer);
  };
}

/** The service does not say which id an account has. */
const ACCOUNT_ELSEWHERE = 0;

/** Whom the service takes the reader for. Throws `PlatformError`. */
export async function readKeyedCaller(readJson: ReadJson): Promise<Caller> {
  const { account, user, roles, locked_location: lockedLocation } = await createEndpointReader(readJson)(readMe);
  const { id: userId, name, email } = user;
  return { accountId: ACCOUNT_ELSEWHERE, userId, account, name, email, roles, lockedLocation };
}
