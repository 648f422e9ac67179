import { type Credentials, type IssuedToken, Me, readMe } from '../../shared/contract/auth.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { authenticate } from '../api-client/authentication.ts';
import { readJson } from '../api-client/json-answer.ts';
import { signInErrorFrom, signInErrorOf } from './sign-in-error.ts';

export interface SignedIn {
  readonly issued: IssuedToken;
  readonly me: Me;
}

/** Logs in once and reads who that is. Throws `SignInError`; a token that leads nowhere is discarded. */
export async function signInOnce(
  client: ApiClient,
  discard: (token: string) => Promise<void>,
  credentials: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<SignedIn> {
  try {
    const outcome = await authenticate(client, 'login', credentials, headers);
    if (outcome.kind !== 'issued') throw signInErrorOf(outcome.answer);
    return { issued: outcome.issued, me: await readUser(client, discard, outcome.issued.token) };
  } catch (error) {
    throw signInErrorFrom(error);
  }
}

async function readUser(
  client: ApiClient,
  discard: (token: string) => Promise<void>,
  token: string,
): Promise<Me> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await client.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status !== 200) throw signInErrorOf(answer);
    return readJson(Me, answer);
  } catch (error) {
    await discard(token);
    throw error;
  }
}
