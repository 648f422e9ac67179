import type { ApiAnswer } from '../../api-client/api-client.ts';
import { createEndpointReader, type ReadJson } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import { parseAnswerJson, toKeyError, translateFailures } from './remote-errors.ts';
import { parseIdentity, readAnyMe, toCaller } from './remote-identity.ts';

/** Sends a `GET` with an API key. Returns an answer of any status. Throws `ApiFailure` if there is none. */
export type SendRead = (path: string) => Promise<ApiAnswer>;

/** Reads with an API key. Errors mention the key and the service. A cancelled call is `unavailable`. */
export function createKeyedReader(send: SendRead): ReadJson {
  return async (path) => {
    const answer = await translateFailures(() => send(path));
    if (answer.status !== 200) throw toKeyError(answer);
    return parseAnswerJson(answer);
  };
}

/** The service never returns an account id and may return no user id. */
const DEFAULT_ACCOUNT_ID = 0;
const DEFAULT_USER_ID = 1;

/** Returns the user that the service sees behind the key. Throws `PlatformError`. */
export async function readKeyedCaller(readJson: ReadJson): Promise<Caller> {
  const identity = parseIdentity(await createEndpointReader(readJson)(readAnyMe));
  return { ...toCaller(identity), accountId: DEFAULT_ACCOUNT_ID, userId: identity.userId ?? DEFAULT_USER_ID };
}
