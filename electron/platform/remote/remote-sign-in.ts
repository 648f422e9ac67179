import { type Credentials, readMe } from '../../../shared/contract/auth.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import { type CheckAnswer, createUnexpectedError } from '../../api-client/endpoint-reader.ts';
import { authenticate } from '../../api-client/token-lifecycle.ts';
import { type Caller, foldEmail, type KeyCaller, type SignInRequest, type UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { AccountsAt, RemoteUsers } from '../../base/remote-accounts.ts';
import { createTimedCache } from '../../base/timed-cache.ts';
import type { Platform } from '../platform.ts';
import type { RemoteClient, RemoteLimits } from './remote-client.ts';
import {
  createCredentialsRefused,
  createSessionEnded,
  readAnswerJson,
  toSignInError,
  translateFailures,
} from './remote-errors.ts';
import { type AnyMe, parseIdentity, type RemoteIdentity, readAnyMe, toCaller } from './remote-identity.ts';
import { hashCredential, type RemoteSessions } from './remote-sessions.ts';

interface SignInDeps {
  /** Numbers users of deployments that return no user id. */
  readonly users: RemoteUsers;
  readonly client: RemoteClient;
  readonly sessions: RemoteSessions;
  readonly check: CheckAnswer;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<RemoteLimits, 'identityTtlMs' | 'maxSessions'>;
  readonly accounts: AccountsAt;
}

/** The specification does not define what keys look like. Any text that fits into a header could be one. */
const KEY_PATTERN = /^[\x21-\x7e]{1,2048}$/;

export function createRemoteSignIn(deps: SignInDeps): Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  const { client, sessions, check, clock, limits, accounts, users } = deps;
  const identities = createTimedCache<Caller>({ clock, ttlMs: limits.identityTtlMs, maxSize: limits.maxSessions });

  async function readIdentity(own: ApiClient, secret: string): Promise<AnyMe | null> {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await own.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status === 401) return null;
    if (answer.status !== 200) throw toSignInError(answer);
    return check(readAnyMe, readAnswerJson(answer));
  }

  async function signIn({ account, email, password, upstreamCredential: earlier }: SignInRequest): Promise<Caller> {
    const credentials = { account, email, password };
    const proof = earlier === undefined ? {} : { authorization: `Bearer ${earlier}` };
    const outcome = await authenticate(client.anonymous, 'login', credentials, proof);
    if (outcome.kind === 'refused') throw createCredentialsRefused();
    if (outcome.kind === 'failed') throw toSignInError(outcome.answer);
    const { issued } = outcome;
    const me = await readIdentity(client.anonymous, issued.token);
    const identity = me && parseIdentity(me);
    if (identity === null || !isSignedIn(identity, credentials)) {
      throw createUnexpectedError(readMe, 'it is not the user who signed in');
    }
    const { token: upstreamCredential } = issued;
    // Accounts get a number here only after a successful sign-in.
    const accountId = await accounts.getId(account);
    const userId = identity.userId ?? (await users.getId(accountId, foldEmail(email)));
    const caller = {
      ...toCaller({ ...identity, email: identity.email ?? email }),
      accountId,
      userId,
      upstreamCredential,
    };
    sessions.begin({ user: caller, credentials, issued });
    return caller;
  }

  async function signInWithKey({ accountId, userId: claimed }: UserReference, key: string): Promise<KeyCaller> {
    if (!KEY_PATTERN.test(key)) throw createCredentialsRefused();
    const me = await readIdentity(client.anonymous, key);
    // A token would expire within an hour.
    if (me === null || me.auth?.kind === 'token') throw createCredentialsRefused();
    const identity = parseIdentity(me);
    if ((await accounts.findName(accountId)) !== identity.account) throw createCredentialsRefused();
    const caller = { ...toCaller(identity), accountId, userId: identity.userId ?? claimed, upstreamCredential: key };
    const endsAtS = me.auth?.expires_at ?? null;
    return { ...caller, ...(endsAtS !== null && { credentialExpiresAt: endsAtS * 1_000 }) };
  }

  /**
   * Reads the current identity at the other deployment. Refuses another user. A renamed account has to sign in again.
   */
  async function readCaller(user: UserReference & { readonly upstreamCredential: string }): Promise<Caller> {
    const answer = await sessions.send(user, { method: readMe.method, path: readMe.path });
    const identity = parseIdentity(check(readAnyMe, readAnswerJson(answer)));
    const { accountId, upstreamCredential } = user;
    // If the deployment returns no user id, the credential belongs to the user who got it.
    const userId = identity.userId ?? user.userId;
    if (userId !== user.userId) throw createUnexpectedError(readMe, 'it is another user');
    if ((await accounts.findName(accountId)) !== identity.account) throw createSessionEnded();
    const email = identity.email ?? sessions.findUser(upstreamCredential)?.email ?? null;
    return { ...toCaller({ ...identity, email }), accountId, userId, upstreamCredential };
  }

  async function identify({ accountId, userId, upstreamCredential }: UserReference): Promise<Caller | null> {
    if (upstreamCredential === undefined) return null;
    const owner = sessions.findUser(upstreamCredential);
    if (owner && (owner.accountId !== accountId || owner.userId !== userId)) return null;
    const name = `${accountId} ${userId} ${hashCredential(upstreamCredential)}`;
    return structuredClone(await identities.read(name, () => readCaller({ accountId, userId, upstreamCredential })));
  }

  return {
    signIn: (request) => translateFailures(() => signIn(request)),
    signInWithKey: (accountId, key) => translateFailures(() => signInWithKey(accountId, key)),
    identify,
  };
}

/** Whether it is the user who signed in. Nobody may get another user's rights. */
function isSignedIn({ account, email }: RemoteIdentity, credentials: Credentials): boolean {
  return account === credentials.account && (email === null || foldEmail(email) === foldEmail(credentials.email));
}
