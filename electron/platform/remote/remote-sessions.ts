import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { hasCertificate } from '../../../shared/platform-address.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from '../../api-client/api-client.ts';
import {
  createTokenLifecycle,
  type IssuedToken,
  sendAuthorised,
  type TokenLifecycle,
} from '../../api-client/token-lifecycle.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { RemoteClient, RemoteLimits } from './remote-client.ts';
import { createSessionEnded, toSignInError, translateFailures } from './remote-errors.ts';

type SignedInUser = UserReference & Pick<Caller, 'email'>;

export interface SignedIn {
  readonly user: SignedInUser & { readonly upstreamCredential: string };
  readonly credentials: Credentials;
  readonly issued: IssuedToken;
}

/**
 * Credentials are in memory only. With them, a session can outlive its token if the deployment proves its identity. An
 * unknown grant is sent as it is: it can be from an earlier run or another instance, or be an API key.
 */
export interface RemoteSessions {
  begin(entrance: SignedIn): void;
  /** Returns the user who got this grant here; `null` if it is unknown. */
  findUser(upstreamCredential: string): SignedInUser | null;
  /**
   * A 401 leads to one login and one retry, shared by all calls in progress. Without credentials it throws
   * `session_ended`.
   */
  send(user: UserReference, call: ApiRequest): Promise<ApiAnswer>;
  end(): void;
}

interface RemoteSession {
  readonly user: SignedInUser;
  readonly client: ApiClient;
  /** `null` if the credentials were refused or must not be sent again. */
  tokens: TokenLifecycle | null;
  /** A refused password is not sent again. */
  isPasswordRefused: boolean;
  stopWaiting: () => void;
}

interface SessionsDeps {
  readonly client: RemoteClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'maxIdleSessionMs' | 'maxSessions'>;
  readonly address: string;
}

export function createRemoteSessions(deps: SessionsDeps): RemoteSessions {
  const { client, clock, log, limits } = deps;
  // A refresh sends the password, as a login does.
  const canSignInAgain = hasCertificate(deps.address);

  /** Keys are from `hashCredential`. */
  const sessions = new LRUCache<string, RemoteSession>({ max: limits.maxSessions, dispose: end, noDisposeOnSet: true });

  function end(session: RemoteSession): void {
    session.stopWaiting();
    session.tokens?.end();
  }

  function touch(name: string, session: RemoteSession): void {
    session.stopWaiting();
    session.stopWaiting = clock.after(limits.maxIdleSessionMs, () => void sessions.delete(name));
    sessions.set(name, session);
  }

  async function sendWithTokens(session: RemoteSession, tokens: TokenLifecycle, call: ApiRequest) {
    const outcome = { isRefused: false };
    const answer = await sendAuthorised(session.client, throwFailedRenewal(tokens), call, async () => {
      outcome.isRefused = true;
      session.tokens = null;
      session.isPasswordRefused = true;
      tokens.end();
    });
    if (outcome.isRefused) throw createSessionEnded({ isPasswordRefused: true });
    return answer;
  }

  async function sendOnce({ accountId }: UserReference, upstreamCredential: string, call: ApiRequest) {
    const headers = { ...call.headers, authorization: `Bearer ${upstreamCredential}` };
    return client.forAccount(accountId).send({ ...call, headers });
  }

  return {
    begin({ user, credentials, issued }) {
      const name = hashCredential(user.upstreamCredential);
      sessions.delete(name);
      const own = client.forAccount(user.accountId);
      const tokens = canSignInAgain
        ? createTokenLifecycle({ client: own, clock, log, discard }, credentials, issued)
        : null;
      touch(name, { user, client: own, tokens, isPasswordRefused: false, stopWaiting() {} });
    },

    findUser: (upstreamCredential) => sessions.get(hashCredential(upstreamCredential))?.user ?? null,

    async send(user, call) {
      const { upstreamCredential } = user;
      if (upstreamCredential === undefined) throw createSessionEnded();
      const name = hashCredential(upstreamCredential);
      const session = sessions.get(name);
      if (session) touch(name, session);
      const answer = await translateFailures(() =>
        session?.tokens ? sendWithTokens(session, session.tokens, call) : sendOnce(user, upstreamCredential, call),
      );
      if (answer.status === 401) throw createSessionEnded({ isPasswordRefused: session?.isPasswordRefused ?? false });
      return answer;
    },

    end: () => sessions.clear(),
  };
}

/** A failed login is not the answer to the call: its 404 would look like a missing record. */
function throwFailedRenewal(tokens: TokenLifecycle): TokenLifecycle {
  return {
    ...tokens,
    async renew(stale) {
      const renewal = await tokens.renew(stale);
      if (renewal.kind === 'failed') throw toSignInError(renewal.answer);
      return renewal;
    },
  };
}

/** Returns a hash of a grant, to be used as a key in memory. */
export function hashCredential(upstreamCredential: string): string {
  return createHash('sha256').update(upstreamCredential).digest('base64');
}

/** The API cannot revoke tokens. They expire. */
async function discard(): Promise<void> {}
