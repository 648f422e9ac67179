import { type Credentials, type Me, readMe } from '../../../shared/contract/auth.ts';
import { type CheckAnswer, unexpected } from '../../api-client/answer-check.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import { authenticate } from '../../api-client/authentication.ts';
import type { AccountsAt } from '../../base/accounts-at.ts';
import type { Caller, SignedInCaller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { isSignedIn, toCaller } from './caller-mapper.ts';
import { readAnswerJson } from './read-answer-json.ts';
import type { RemoteClient } from './remote-client.ts';
import { credentialsRefused, errorOfSignIn, sessionEnded, translatingFailures } from './remote-errors.ts';
import type { RemoteLimits } from './remote-limits.ts';
import { nameOfGrant, type RemoteSessions } from './remote-sessions.ts';
import { createShortMemory } from './short-memory.ts';

interface SignInDeps {
  readonly client: RemoteClient;
  readonly sessions: RemoteSessions;
  readonly check: CheckAnswer;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<RemoteLimits, 'identityMs' | 'sessions'>;
  readonly accounts: AccountsAt;
}

const KEY_FORM = /^tdk_\w{1,200}$/;

export function createRemoteSignIn(
  deps: SignInDeps,
): Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  const { client, sessions, check, clock, limits, accounts } = deps;
  const known = createShortMemory<Caller>(clock, { keptMs: limits.identityMs, most: limits.sessions });

  async function readMeWith(own: ApiClient, secret: string): Promise<Me | null> {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await own.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status === 401) return null;
    if (answer.status !== 200) throw errorOfSignIn(answer);
    return check(readMe, readAnswerJson(answer));
  }

  async function signIn({ account, email, password }: Credentials): Promise<SignedInCaller> {
    const credentials = { account, email, password };
    const askedAt = clock.now();
    const outcome = await authenticate(client.stranger, 'login', credentials);
    if (outcome.kind === 'refused') throw credentialsRefused();
    if (outcome.kind === 'failed') throw errorOfSignIn(outcome.answer);
    const { issued } = outcome;
    const me = await readMeWith(client.stranger, issued.token);
    if (me === null || !isSignedIn(me, credentials)) throw unexpected(readMe);
    const { token: grant } = issued;
    // By the seconds that it lives: the clock over there may be another.
    const grantExpiresAt = askedAt + issued.expires_in * 1_000;
    // Only who was let in there gets a number here: what a deployment says of others gives out none.
    const caller = toCaller(me, await accounts.idOf(account), grant);
    sessions.begin({ user: { ...caller, grant }, credentials, issued });
    return { ...caller, grantExpiresAt };
  }

  async function signInWithKey(accountId: number, key: string): Promise<SignedInCaller> {
    if (!KEY_FORM.test(key)) throw credentialsRefused();
    const me = await readMeWith(client.stranger, key);
    if (me?.auth.kind !== 'api_key') throw credentialsRefused();
    const caller = toCaller(me, accountId, key);
    if ((await accounts.nameOf(accountId)) !== me.account) throw credentialsRefused();
    const { expires_at: endsAtS } = me.auth;
    return { ...caller, ...(endsAtS !== null && { grantExpiresAt: endsAtS * 1_000 }) };
  }

  /**
   * As the other deployment says now. Another user than the one who was given the grant is a lie; an account of another
   * name is one that was renamed, into which somebody has to sign in by that name.
   */
  async function askWho(user: UserReference & { readonly grant: string }): Promise<Caller> {
    const answer = await sessions.send(user, { method: readMe.method, path: readMe.path });
    const me = check(readMe, readAnswerJson(answer));
    const caller = toCaller(me, user.accountId, user.grant);
    if (caller.userId !== user.userId) throw unexpected(readMe);
    if ((await accounts.nameOf(user.accountId)) !== me.account) throw sessionEnded();
    return caller;
  }

  async function identify({ accountId, userId, grant }: UserReference): Promise<Caller | null> {
    if (grant === undefined) return null;
    const owner = sessions.userOf(grant);
    if (owner && (owner.accountId !== accountId || owner.userId !== userId)) return null;
    const name = `${accountId} ${userId} ${nameOfGrant(grant)}`;
    try {
      return structuredClone(await known.read(name, () => askWho({ accountId, userId, grant })));
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'credentials_refused') return null;
      throw error;
    }
  }

  return {
    signIn: (request) => translatingFailures(() => signIn(request)),
    signInWithKey: (accountId, key) => translatingFailures(() => signInWithKey(accountId, key)),
    identify,
  };
}
