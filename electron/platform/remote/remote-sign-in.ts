import { type Credentials, readMe } from '../../../shared/contract/auth.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import { type CheckAnswer, unexpected } from '../../api-client/endpoint-reader.ts';
import { authenticate } from '../../api-client/token-lifecycle.ts';
import { type Caller, foldEmail, type KeyCaller, type SignInRequest, type UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { AccountsAt, RemoteUsers } from '../../base/remote-accounts.ts';
import { createTimedCache } from '../../base/timed-cache.ts';
import type { Platform } from '../platform.ts';
import type { RemoteClient, RemoteLimits } from './remote-client.ts';
import {
  credentialsRefused,
  errorOfSignIn,
  readAnswerJson,
  sessionEnded,
  translatingFailures,
} from './remote-errors.ts';
import { type AnyMe, identityOf, type RemoteIdentity, readAnyMe, toCaller } from './remote-identity.ts';
import { nameOfCredential, type RemoteSessions } from './remote-sessions.ts';

interface SignInDeps {
  /** For deployments that do not say which user it is. */
  readonly users: RemoteUsers;
  readonly client: RemoteClient;
  readonly sessions: RemoteSessions;
  readonly check: CheckAnswer;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<RemoteLimits, 'identityMs' | 'sessions'>;
  readonly accounts: AccountsAt;
}

/** The specification does not say what a key looks like. Any text that fits into a header could be one. */
const KEY_FORM = /^[\x21-\x7e]{1,2048}$/;

export function createRemoteSignIn(deps: SignInDeps): Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  const { client, sessions, check, clock, limits, accounts, users } = deps;
  const identities = createTimedCache<Caller>({ clock, ttlMs: limits.identityMs, maxSize: limits.sessions });

  async function readMeWith(own: ApiClient, secret: string): Promise<AnyMe | null> {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await own.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status === 401) return null;
    if (answer.status !== 200) throw errorOfSignIn(answer);
    return check(readAnyMe, readAnswerJson(answer));
  }

  async function signIn({ account, email, password, upstreamCredential: earlier }: SignInRequest): Promise<Caller> {
    const credentials = { account, email, password };
    const proof = earlier === undefined ? {} : { authorization: `Bearer ${earlier}` };
    const outcome = await authenticate(client.stranger, 'login', credentials, proof);
    if (outcome.kind === 'refused') throw credentialsRefused();
    if (outcome.kind === 'failed') throw errorOfSignIn(outcome.answer);
    const { issued } = outcome;
    const me = await readMeWith(client.stranger, issued.token);
    const identity = me && identityOf(me);
    if (identity === null || !isSignedIn(identity, credentials)) {
      throw unexpected(readMe, 'it is not the user who signed in');
    }
    const { token: upstreamCredential } = issued;
    // Only accounts that were signed in to get a number here.
    const accountId = await accounts.idOf(account);
    const userId = identity.userId ?? (await users.idOf(accountId, foldEmail(email)));
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
    if (!KEY_FORM.test(key)) throw credentialsRefused();
    const me = await readMeWith(client.stranger, key);
    // A token would end within the hour.
    if (me === null || me.auth?.kind === 'token') throw credentialsRefused();
    const identity = identityOf(me);
    if ((await accounts.nameOf(accountId)) !== identity.account) throw credentialsRefused();
    const caller = { ...toCaller(identity), accountId, userId: identity.userId ?? claimed, upstreamCredential: key };
    const endsAtS = me.auth?.expires_at ?? null;
    return { ...caller, ...(endsAtS !== null && { credentialExpiresAt: endsAtS * 1_000 }) };
  }

  /** As the other deployment says now. Another user is refused; a renamed account has to sign in by its new name. */
  async function askWho(user: UserReference & { readonly upstreamCredential: string }): Promise<Caller> {
    const answer = await sessions.send(user, { method: readMe.method, path: readMe.path });
    const identity = identityOf(check(readAnyMe, readAnswerJson(answer)));
    const { accountId, upstreamCredential } = user;
    // Where the deployment does not say who it is, the credential is of the user who got it.
    const userId = identity.userId ?? user.userId;
    if (userId !== user.userId) throw unexpected(readMe, 'it is another user');
    if ((await accounts.nameOf(accountId)) !== identity.account) throw sessionEnded();
    const email = identity.email ?? sessions.userOf(upstreamCredential)?.email ?? null;
    return { ...toCaller({ ...identity, email }), accountId, userId, upstreamCredential };
  }

  async function identify({ accountId, userId, upstreamCredential }: UserReference): Promise<Caller | null> {
    if (upstreamCredential === undefined) return null;
    const owner = sessions.userOf(upstreamCredential);
    if (owner && (owner.accountId !== accountId || owner.userId !== userId)) return null;
    const name = `${accountId} ${userId} ${nameOfCredential(upstreamCredential)}`;
    return structuredClone(await identities.read(name, () => askWho({ accountId, userId, upstreamCredential })));
  }

  return {
    signIn: (request) => translatingFailures(() => signIn(request)),
    signInWithKey: (accountId, key) => translatingFailures(() => signInWithKey(accountId, key)),
    identify,
  };
}

/** Whether it is the user who signed in: another user's rights must never become theirs. */
function isSignedIn({ account, email }: RemoteIdentity, credentials: Credentials): boolean {
  return account === credentials.account && (email === null || foldEmail(email) === foldEmail(credentials.email));
}
