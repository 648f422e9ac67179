import type { ApiAnswer } from '../../api-client/api-client.ts';
import { createEndpointReader, type ReadJson } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import { answerJson, errorOfKeyedAnswer, translatingFailures } from './remote-errors.ts';
import { identityOf, readAnyMe, toCaller } from './remote-identity.ts';

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

/** The service does not say which id an account has, and need not say which one the user has. */
const ACCOUNT_ELSEWHERE = 0;
const USER_ELSEWHERE = 1;

/** Whom the service takes the reader for. Throws `PlatformError`. */
export async function readKeyedCaller(readJson: ReadJson): Promise<Caller> {
  const identity = identityOf(await createEndpointReader(readJson)(readAnyMe));
  return { ...toCaller(identity), accountId: ACCOUNT_ELSEWHERE, userId: identity.userId ?? USER_ELSEWHERE };
}
