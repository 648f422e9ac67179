import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { provesItself } from '../../../shared/platform-address.ts';
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
import { errorOfSignIn, sessionEnded, translatingFailures } from './remote-errors.ts';

type SignedInUser = UserReference & Pick<Caller, 'email'>;

export interface Entrance {
  readonly user: SignedInUser & { readonly upstreamCredential: string };
  readonly credentials: Credentials;
  readonly issued: IssuedToken;
}

/**
 * Credentials are here alone, in memory: with them a session outlives its token, where the other deployment proves who
 * it is. An unknown grant is sent as it is: one of an earlier run or of another instance, or an API key.
 */
export interface RemoteSessions {
  begin(entrance: Entrance): void;
  /** The user who got this grant here; null where nothing is known of it. */
  userOf(upstreamCredential: string): SignedInUser | null;
  /** On a 401 one login and one repeat, however many calls meet it; without credentials throws `session_ended`. */
  send(user: UserReference, call: ApiRequest): Promise<ApiAnswer>;
  end(): void;
}

interface RemoteSession {
  readonly user: SignedInUser;
  readonly client: ApiClient;
  /** Null once its credentials are refused, and where they are never sent again. */
  tokens: TokenLifecycle | null;
  /** A password that was refused is not sent again. */
  isPasswordRefused: boolean;
  stopWaiting: () => void;
}

interface SessionsDeps {
  readonly client: RemoteClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'unusedSessionMs' | 'sessions'>;
  readonly address: string;
}

export function createRemoteSessions(deps: SessionsDeps): RemoteSessions {
  const { client, clock, log, limits } = deps;
  // A refresh sends the password as a login does.
  const mayRepeatSignIn = provesItself(deps.address);

  /** By `nameOfCredential`. */
  const sessions = new LRUCache<string, RemoteSession>({ max: limits.sessions, dispose: end, noDisposeOnSet: true });

  function end(session: RemoteSession): void {
    session.stopWaiting();
    session.tokens?.end();
  }

  function touch(name: string, session: RemoteSession): void {
    session.stopWaiting();
    session.stopWaiting = clock.after(limits.unusedSessionMs, () => void sessions.delete(name));
    sessions.set(name, session);
  }

  async function sendWithin(session: RemoteSession, tokens: TokenLifecycle, call: ApiRequest) {
    const refusal = { isMet: false };
    const answer = await sendAuthorised(session.client, expectingRenewal(tokens), call, async () => {
      refusal.isMet = true;
      session.tokens = null;
      session.isPasswordRefused = true;
      tokens.end();
    });
    if (refusal.isMet) throw sessionEnded({ isPasswordRefused: true });
    return answer;
  }

  async function sendAlone({ accountId }: UserReference, upstreamCredential: string, call: ApiRequest) {
    const headers = { ...call.headers, authorization: `Bearer ${upstreamCredential}` };
    return client.of(accountId).send({ ...call, headers });
  }

  return {
    begin({ user, credentials, issued }) {
      const name = nameOfCredential(user.upstreamCredential);
      sessions.delete(name);
      const own = client.of(user.accountId);
      const tokens = mayRepeatSignIn
        ? createTokenLifecycle({ client: own, clock, log, discard }, credentials, issued)
        : null;
      touch(name, { user, client: own, tokens, isPasswordRefused: false, stopWaiting() {} });
    },

    userOf: (upstreamCredential) => sessions.get(nameOfCredential(upstreamCredential))?.user ?? null,

    async send(user, call) {
      const { upstreamCredential } = user;
      if (upstreamCredential === undefined) throw sessionEnded();
      const name = nameOfCredential(upstreamCredential);
      const session = sessions.get(name);
      if (session) touch(name, session);
      const answer = await translatingFailures(() =>
        session?.tokens ? sendWithin(session, session.tokens, call) : sendAlone(user, upstreamCredential, call),
      );
      if (answer.status === 401) throw sessionEnded({ isPasswordRefused: session?.isPasswordRefused ?? false });
      return answer;
    },

    end: () => sessions.clear(),
  };
}

/** The answer of a failed login is no answer to the call: its 404 would look like a missing record. */
function expectingRenewal(tokens: TokenLifecycle): TokenLifecycle {
  return {
    ...tokens,
    async renew(stale) {
      const renewal = await tokens.renew(stale);
      if (renewal.kind === 'failed') throw errorOfSignIn(renewal.answer);
      return renewal;
    },
  };
}

/** The name of a grant in memory, which reveals nothing of it. */
export function nameOfCredential(upstreamCredential: string): string {
  return createHash('sha256').update(upstreamCredential).digest('base64');
}

/** The API revokes no token over HTTP: it expires by itself. */
async function discard(): Promise<void> {}
