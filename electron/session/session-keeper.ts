import { randomUUID } from 'node:crypto';
import { type Me, PLATFORM_HEADER } from '../../shared/contract/auth.ts';
import type { RememberedSignIn, SessionState, SignedOutReason } from '../../shared/contract/session-state.ts';
import { provesItself } from '../../shared/platform-address.ts';
import { type ApiAnswer, type ApiClient, type ApiRequest, createLoggedClient } from '../api-client/api-client.ts';
import { retryInBackground } from '../api-client/call-retries.ts';
import { createTokenLifecycle, sendAuthorised, type TokenLifecycle } from '../api-client/token-lifecycle.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { CredentialVault, PlatformCredentials, StoredSignIn } from './credential-vault.ts';
import { createRememberedSignIns } from './remembered-sign-ins.ts';
import { SignInError, signInErrorFrom, signInOnce } from './sign-in.ts';

/** `background` repeats a read that fails in a passing way; `someone-waits` passes every failure on at once. */
export type RetryWindow = 'someone-waits' | 'background';

/** Holds the one signed-in session of the process: password and token never leave it but in calls. */
export interface SessionKeeper {
  state(): SessionState;
  /** The token as it is now; null when signed out. It may have expired. */
  token(): string | null;
  /** Throws `SignInError`; the session before, if any, then goes on. */
  signIn(credentials: PlatformCredentials, remember: boolean): Promise<SessionState>;
  /** Signs in with what is remembered under an id. Throws as `signIn` does; a password that is refused is forgotten. */
  switchTo(id: string): Promise<SessionState>;
  /** Forgets what is remembered under an id, with null all. Who is signed in stays so. Throws what the vault throws. */
  forget(id: string | null): Promise<SessionState>;
  /** Revokes the tokens at once and forgets the password, if it was remembered. Signed out even when it throws. */
  signOut(): Promise<void>;
  /**
   * Asks whether it is the password of who is signed in, by a sign-in that ends at once: wrong ones count as for any
   * other. Throws `SignInError`.
   */
  confirmPassword(password: string): Promise<void>;
  /**
   * Signs in with what was used last, if its password is remembered and its platform proves who it is. Never throws: what
   * went wrong stands in the state.
   */
  restore(): Promise<SessionState>;
  /**
   * Sends a call as the signed-in user, or without a token when there is none. A 401 leads to one login and
   * one repeat; at a platform that does not prove who it is, to the end of the session instead. When that login fails for another reason than the credentials, its answer is the answer.
   * Throws `ApiFailure` when there is no answer.
   */
  request(request: ApiRequest, retryWindow?: RetryWindow): Promise<ApiAnswer>;
}

export interface SessionKeeperDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly log: Log;
  readonly revoke: (token: string) => Promise<void>;
  /** Names a platform to the own service, in a way that nobody else can. */
  readonly markOf: (platform: string | null, isTyped: boolean) => string;
}

interface Session {
  readonly id: string;
  readonly me: Me;
  readonly person: Omit<PlatformCredentials, 'password'>;
  readonly tokens: TokenLifecycle;
}

const READS = new Set(['GET', 'HEAD']);

export function createSessionKeeper({ clock, vault, log, revoke, markOf, ...deps }: SessionKeeperDeps): SessionKeeper {
  const client = createLoggedClient(deps.client, log);
  const remembered = createRememberedSignIns(vault, clock, log);
  let session: Session | null = null;
  let reason: SignedOutReason | null = null;
  // Counts sign-ins and sign-outs, so that one which was overtaken by a later one has no effect.
  let turn = 0;

  function state(): SessionState {
    const known = { remembered: remembered.list().map(rememberedSignInView), keepsPassword: vault.isPersistent };
    if (session === null) return { kind: 'signed-out', ...known, reason };
    const { id: sessionId, me, person } = session;
    const signInId = remembered.find(person)?.id ?? null;
    return { kind: 'signed-in', ...known, sessionId, me, platform: person.platform, signInId };
  }

  /** For a token that nobody needs any more: it expires by itself when it cannot be revoked. */
  async function discard(token: string): Promise<void> {
    try {
      await revoke(token);
    } catch (error) {
      log.error({ error: String(error) }, 'a token that is no longer needed could not be revoked');
    }
  }

  async function begin(credentials: PlatformCredentials, ownAttempt: number, isTyped: boolean): Promise<Me> {
    const told = (typed: boolean) => ({ [PLATFORM_HEADER]: markOf(credentials.platform, typed) });
    const { issued, me } = await signInOnce(client, discard, credentials, told(isTyped));
    // From now on it is remembered.
    const headers = told(false);
    if (ownAttempt !== turn) {
      await discard(issued.token);
      throw new SignInError('superseded', 'Somebody signed in or out meanwhile.');
    }
    const before = session;
    const { platform, account, email } = credentials;
    const repeated = provesItself(platform) ? credentials : null;
    const tokens = createTokenLifecycle({ client, clock, log, discard, headers }, repeated, issued);
    session = { id: randomUUID(), me, person: { platform, account, email }, tokens };
    reason = null;
    await Promise.all((before?.tokens.end() ?? []).map(discard));
    return me;
  }

  /** `note` keeps what is to be remembered of it, by the name of the user. */
  async function enter(
    credentials: PlatformCredentials,
    isTyped: boolean,
    note: (name: string) => Promise<void>,
  ): Promise<SessionState> {
    turn += 1;
    const ownAttempt = turn;
    const { user } = await begin(credentials, ownAttempt, isTyped);
    if (ownAttempt === turn) await note(user.name);
    return state();
  }

  function signIn(credentials: PlatformCredentials, remember: boolean): Promise<SessionState> {
    return enter(credentials, true, (name) =>
      remember ? remembered.remember(credentials, name) : remembered.forgetPerson(credentials),
    );
  }

  async function switchTo(id: string): Promise<SessionState> {
    const kept = remembered.list().find((candidate) => candidate.id === id);
    if (kept === undefined || kept.password === null) {
      throw new SignInError('not_remembered', 'This sign-in is not remembered: sign in with its password.');
    }
    try {
      return await enter({ ...kept, password: kept.password }, false, (name) => remembered.noteUse(id, name));
    } catch (error) {
      if (signInErrorFrom(error).code === 'refused') await remembered.forgetPassword(kept);
      throw error;
    }
  }

  async function restore(): Promise<SessionState> {
    turn += 1;
    const ownAttempt = turn;
    await remembered.read();
    const [latest] = remembered.list();
    if (!latest || latest.password === null || ownAttempt !== turn) return state();
    // Nobody has asked for it yet.
    if (!provesItself(latest.platform)) return state();
    try {
      await begin({ ...latest, password: latest.password }, ownAttempt, false);
    } catch (error) {
      if (ownAttempt !== turn) return state();
      const isRefused = signInErrorFrom(error).code === 'refused';
      reason = isRefused ? 'restore-refused' : 'restore-failed';
      log.warn({ error: String(error) }, 'the remembered sign-in did not lead in');
      if (isRefused) await remembered.forgetPassword(latest);
    }
    return state();
  }

  async function signOut(): Promise<void> {
    turn += 1;
    const before = session;
    session = null;
    reason = null;
    if (before === null) return;
    await Promise.all([remembered.forgetPassword(before.person), ...before.tokens.end().map(revoke)]);
  }

  async function confirmPassword(password: string): Promise<void> {
    if (session === null) throw new SignInError('refused', 'Sign in first.');
    const { person, tokens } = session;
    // The proof that it is who is signed in: wrong passwords of others do not keep them out.
    const proof = { authorization: `Bearer ${tokens.token()}` };
    const headers = { [PLATFORM_HEADER]: markOf(person.platform, true), ...proof };
    const { issued } = await signInOnce(client, discard, { ...person, password }, headers);
    await discard(issued.token);
  }

  async function expire(expired: Session): Promise<void> {
    expired.tokens.end();
    if (session !== expired) return;
    session = null;
    reason = 'expired';
    // Elsewhere nobody was asked whether it still is the password.
    if (provesItself(expired.person.platform)) await remembered.forgetPassword(expired.person);
  }

  async function request(call: ApiRequest, retryWindow: RetryWindow = 'someone-waits'): Promise<ApiAnswer> {
    const caller = session;
    if (!caller) return client.send(call);
    if (retryWindow === 'someone-waits' || !READS.has(call.method)) return sendAs(caller, call);
    const send = () => sendAs(caller, call);
    return retryInBackground(clock, send, (answer) => answer);
  }

  function sendAs(caller: Session, call: ApiRequest): Promise<ApiAnswer> {
    return sendAuthorised(client, caller.tokens, call, () => expire(caller));
  }

  return {
    state,
    token: () => session?.tokens.token() ?? null,
    signIn,
    switchTo,
    async forget(id) {
      await remembered.forget(id);
      return state();
    },
    signOut,
    confirmPassword,
    restore,
    request,
  };
}

/** What the window may know of a remembered sign-in. */
function rememberedSignInView({ id, platform, account, email, name, password }: StoredSignIn): RememberedSignIn {
  return { id, platform, account, email, name, needsPassword: password === null };
}
