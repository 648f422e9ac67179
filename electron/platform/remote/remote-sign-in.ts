import { type Credentials, type Me, readMe } from '../../../shared/contract/auth.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import { type CheckAnswer, unexpected } from '../../api-client/endpoint-reader.ts';
import { authenticate } from '../../api-client/token-lifecycle.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import { ageOf } from '../../base/age-of.ts';
import type { Caller, KeyCaller, SignInRequest, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { setLatest } from '../../base/latest-entries.ts';
import type { AccountsAt } from '../../base/remote-accounts.ts';
import type { Platform } from '../platform.ts';
import type { RemoteClient, RemoteLimits } from './remote-client.ts';
import {
  credentialsRefused,
  errorOfSignIn,
  readAnswerJson,
  sessionEnded,
  translatingFailures,
} from './remote-errors.ts';
import { nameOfCredential, type RemoteSessions } from './remote-sessions.ts';

interface SignInDeps {
  readonly client: RemoteClient;
  readonly sessions: RemoteSessions;
  readonly check: CheckAnswer;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<RemoteLimits, 'identityMs' | 'sessions'>;
  readonly accounts: AccountsAt;
}

const KEY_FORM = /^tdk_\w{1,200}$/;

export function createRemoteSignIn(deps: SignInDeps): Pick<Platform, 'signIn' | 'signInWithKey' | 'identify'> {
  const { client, sessions, check, clock, limits, accounts } = deps;
  const readOnce = createShortCache<Caller>(clock, limits.identityMs, limits.sessions);

  async function readMeWith(own: ApiClient, secret: string): Promise<Me | null> {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await own.send({ method: readMe.method, path: readMe.path, headers });
    if (answer.status === 401) return null;
    if (answer.status !== 200) throw errorOfSignIn(answer);
    return check(readMe, readAnswerJson(answer));
  }

  async function signIn({ account, email, password, upstreamCredential: earlier }: SignInRequest): Promise<Caller> {
    const credentials = { account, email, password };
    const proof = earlier === undefined ? {} : { authorization: `Bearer ${earlier}` };
    const outcome = await authenticate(client.stranger, 'login', credentials, proof);
    if (outcome.kind === 'refused') throw credentialsRefused();
    if (outcome.kind === 'failed') throw errorOfSignIn(outcome.answer);
    const { issued } = outcome;
    const me = await readMeWith(client.stranger, issued.token);
    if (me === null || !isSignedIn(me, credentials)) throw unexpected(readMe);
    const { token: upstreamCredential } = issued;
    // Only accounts that were signed in to get a number here.
    const caller = toCaller(me, await accounts.idOf(account), upstreamCredential);
    sessions.begin({ user: { ...caller, upstreamCredential }, credentials, issued });
    return caller;
  }

  async function signInWithKey(accountId: number, key: string): Promise<KeyCaller> {
    if (!KEY_FORM.test(key)) throw credentialsRefused();
    const me = await readMeWith(client.stranger, key);
    if (me?.auth.kind !== 'api_key') throw credentialsRefused();
    const caller = toCaller(me, accountId, key);
    if ((await accounts.nameOf(accountId)) !== me.account) throw credentialsRefused();
    const { expires_at: endsAtS } = me.auth;
    return { ...caller, ...(endsAtS !== null && { credentialExpiresAt: endsAtS * 1_000 }) };
  }

  /** As the other deployment says now. Another user is refused; a renamed account has to sign in by its new name. */
  async function askWho(user: UserReference & { readonly upstreamCredential: string }): Promise<Caller> {
    const answer = await sessions.send(user, { method: readMe.method, path: readMe.path });
    const me = check(readMe, readAnswerJson(answer));
    const caller = toCaller(me, user.accountId, user.upstreamCredential);
    if (caller.userId !== user.userId) throw unexpected(readMe);
    if ((await accounts.nameOf(user.accountId)) !== me.account) throw sessionEnded();
    return caller;
  }

  async function identify({ accountId, userId, upstreamCredential }: UserReference): Promise<Caller | null> {
    if (upstreamCredential === undefined) return null;
    const owner = sessions.userOf(upstreamCredential);
    if (owner && (owner.accountId !== accountId || owner.userId !== userId)) return null;
    const name = `${accountId} ${userId} ${nameOfCredential(upstreamCredential)}`;
    return structuredClone(await readOnce(name, () => askWho({ accountId, userId, upstreamCredential })));
  }

  return {
    signIn: (request) => translatingFailures(() => signIn(request)),
    signInWithKey: (accountId, key) => translatingFailures(() => signInWithKey(accountId, key)),
    identify,
  };
}

const MOST_CHARACTERS = 320;

const SHOWN_CHARACTERS = 200;

/** The caller of an identity. Throws `PlatformError` `invalid_answer` for one that is not valid. */
export function toCaller(me: Me, accountId: number, upstreamCredential: string): Caller {
  const { account, user, roles, locked_location: locked } = me;
  // Ids begin at 1: as user 0 the operator of this computer acts (`operatorOf` of the exports).
  const ids = [user.id, locked?.id ?? 1];
  const isSomebody = ids.every((id) => id >= 1 && id <= MAX_ID) && isName(account) && isName(user.email);
  if (!isSomebody) throw unexpected(readMe);
  const lockedLocation = locked && { id: locked.id, title: displayName(locked.title) };
  return {
    ...{ accountId, userId: user.id, upstreamCredential, account },
    ...{ name: displayName(user.name), email: user.email, roles: [...roles], lockedLocation },
  };
}

/** Whether it is the user who signed in: another user's rights must never become theirs. */
function isSignedIn({ account, user }: Me, credentials: Credentials): boolean {
  return account === credentials.account && user.email.toLowerCase() === credentials.email.toLowerCase();
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= MOST_CHARACTERS && sanitizedLine(text) === text;
}

/** A name from another deployment, made safe to show. */
function displayName(text: string): string {
  return [...sanitizedLine(text)].slice(0, SHOWN_CHARACTERS).join('');
}

/** Answers that hold for a short time. However many ask for one, it is read once; a reading that fails is not stored. */
function createShortCache<Value>(clock: Pick<Clock, 'now'>, holdMs: number, most: number) {
  const cached = new Map<string, { readonly at: number; readonly value: Promise<Value> }>();

  return (name: string, readNow: () => Promise<Value>): Promise<Value> => {
    const known = cached.get(name);
    if (known && ageOf(clock, known.at) < holdMs) return known.value;
    const entry = { at: clock.now(), value: readNow() };
    setLatest(cached, name, entry, most);
    return entry.value.catch((error: unknown) => {
      if (cached.get(name) === entry) cached.delete(name);
      throw error;
    });
  };
}
