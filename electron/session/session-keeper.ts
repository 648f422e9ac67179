import { randomUUID } from 'node:crypto';
import { type Me, PLATFORM_HEADER, type WindowSignIn } from '../../shared/contract/auth.ts';
import type { SessionState, SignedOutReason } from '../../shared/contract/session-state.ts';
import { hasCertificate } from '../../shared/platform-address.ts';
import { type ApiAnswer, type ApiClient, type ApiRequest, createLoggedClient } from '../api-client/api-client.ts';
import { retryInBackground } from '../api-client/call-retries.ts';
import { createTokenLifecycle, sendAuthorised, type TokenLifecycle } from '../api-client/token-lifecycle.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { CredentialVault, PlatformCredentials } from './credential-vault.ts';
import { createRememberedSignIns } from './remembered-sign-ins.ts';
import { SignInError, signInOnce, toSignInError } from './sign-in.ts';

/** `background` repeats a read after a temporary failure; `someone-waits` reports every failure at once. */
export type RetryWindow = 'someone-waits' | 'background';

/** Holds the only signed-in session of the process. Password and token leave it only in calls. */
export interface SessionKeeper {
  state(): SessionState;
  /** The current token; `null` if signed out. It may have expired. */
  token(): string | null;
  /** Throws `SignInError`; the previous session, if any, then continues. */
  signIn(credentials: PlatformCredentials, remember: boolean): Promise<SessionState>;
  /** Signs in with the remembered sign-in of an id. Throws as `signIn` does; a refused password is forgotten. */
  switchTo(id: string): Promise<SessionState>;
  /** Forgets the sign-in of an id, or all for `null`. The current session continues. Throws what the vault throws. */
  forget(id: string | null): Promise<SessionState>;
  /** Revokes the tokens at once and forgets the password, if it was remembered. Signed out even if it throws. */
  signOut(): Promise<void>;
  /**
   * For a window that was closed while the program continues: signs out at once if the password is not remembered. The
   * tokens are revoked after `work`, which may still need them. Never rejects.
   */
  leaveWindow(work: Promise<unknown>): Promise<void>;
  /**
   * Checks the password of the signed-in user, by a sign-in that ends at once. Wrong ones count as usual. Throws
   * `SignInError`.
   */
  confirmPassword(password: string): Promise<void>;
  /**
   * Signs in as the last user, if the password is remembered and the platform proves its identity. Never throws: the state
   * has the error.
   */
  restore(): Promise<SessionState>;
  /** Repeats a `restore` that failed because the platform could not be reached. Does nothing while somebody signs in. */
  restoreAgain(): Promise<void>;
  /**
   * Sends a call as the signed-in user, or without a token if there is none. A 401 leads to one login and one repeat;
   * at a platform that does not prove its identity, it ends the session instead. If that login fails for another reason
   * than the credentials, its answer is returned. Throws `ApiFailure` if there is no answer.
   */
  request(request: ApiRequest, retryWindow?: RetryWindow): Promise<ApiAnswer>;
}

export interface SessionKeeperDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly log: Log;
  readonly revoke: (token: string) => Promise<void>;
}

interface Session {
  readonly id: string;
  readonly me: Me;
  readonly person: Omit<PlatformCredentials, 'password'>;
  readonly tokens: TokenLifecycle;
}

const READS = new Set(['GET', 'HEAD']);

function describeSignIn(signIn: WindowSignIn): Record<string, string> {
  return { [PLATFORM_HEADER]: JSON.stringify(signIn) };
}

export function createSessionKeeper({ clock, vault, log, revoke, ...deps }: SessionKeeperDeps): SessionKeeper {
  const client = createLoggedClient(deps.client, log);
  const remembered = createRememberedSignIns(vault, clock, log);
  let session: Session | null = null;
  let reason: SignedOutReason | null = null;
  // Counts sign-ins and sign-outs, so that an overtaken one has no effect.
  let latestAttempt = 0;
  let signInsInProgress = 0;

  function state(): SessionState {
    const listed = remembered.list().map(({ id, platform, account, email, name, password }) => {
      return { id, platform, account, email, name, needsPassword: password === null };
    });
    const known = { remembered: listed, keepsPassword: vault.isPersistent };
    if (session === null) return { kind: 'signed-out', ...known, reason };
    const { id: sessionId, me, person } = session;
    const signInId = remembered.find(person)?.id ?? null;
    return { kind: 'signed-in', ...known, sessionId, me, platform: person.platform, signInId };
  }

  /** For a token that nobody needs any more. If it cannot be revoked, it expires by itself. */
  async function discard(token: string): Promise<void> {
    try {
      await revoke(token);
    } catch (error) {
      log.error({ error: String(error) }, 'a token that is no longer needed could not be revoked');
    }
  }

  async function begin(credentials: PlatformCredentials, ownAttempt: number, isTyped: boolean): Promise<Me> {
    const { platform, account, email } = credentials;
    const { issued, me } = await signInOnce(client, discard, credentials, describeSignIn({ platform, isTyped }));
    if (ownAttempt !== latestAttempt) {
      await discard(issued.token);
      throw new SignInError('superseded', 'Another sign-in or sign-out has replaced this one.');
    }
    const before = session;
    const headers = describeSignIn({ platform, isTyped: false });
    const repeated = hasCertificate(platform) ? credentials : null;
    const tokens = createTokenLifecycle({ client, clock, log, discard, headers }, repeated, issued);
    session = { id: randomUUID(), me, person: { platform, account, email }, tokens };
    reason = null;
    await Promise.all((before?.tokens.end() ?? []).map(discard));
    return me;
  }

  /** `note` stores the sign-in, with the name of the user. */
  async function enter(
    credentials: PlatformCredentials,
    isTyped: boolean,
    note: (name: string) => Promise<void>,
  ): Promise<SessionState> {
    const ownAttempt = ++latestAttempt;
    signInsInProgress += 1;
    try {
      const { user } = await begin(credentials, ownAttempt, isTyped);
      if (ownAttempt === latestAttempt) await note(user.name);
      return state();
    } finally {
      signInsInProgress -= 1;
    }
  }

  function signIn(credentials: PlatformCredentials, remember: boolean): Promise<SessionState> {
    return enter(credentials, true, (name) =>
      remember ? remembered.remember(credentials, name) : remembered.forgetPerson(credentials),
    );
  }

  async function switchTo(id: string): Promise<SessionState> {
    const stored = remembered.list().find((candidate) => candidate.id === id);
    if (stored === undefined || stored.password === null) {
      throw new SignInError('not_remembered', 'This sign-in is not remembered: sign in with its password.');
    }
    try {
      return await enter({ ...stored, password: stored.password }, false, (name) => remembered.recordUse(id, name));
    } catch (error) {
      if (toSignInError(error).code === 'refused') await remembered.forgetPassword(stored);
      throw error;
    }
  }

  async function restore(): Promise<SessionState> {
    const ownAttempt = ++latestAttempt;
    await remembered.read();
    return signInAsLast(ownAttempt);
  }

  async function restoreAgain(): Promise<void> {
    if (session === null && reason === 'restore-failed' && signInsInProgress === 0) await signInAsLast(++latestAttempt);
  }

  async function signInAsLast(ownAttempt: number): Promise<SessionState> {
    const [latest] = remembered.list();
    if (!latest || latest.password === null || ownAttempt !== latestAttempt) return state();
    // The user has not asked for it yet.
    if (!hasCertificate(latest.platform)) return state();
    try {
      await begin({ ...latest, password: latest.password }, ownAttempt, false);
    } catch (error) {
      if (ownAttempt !== latestAttempt) return state();
      const isRefused = toSignInError(error).code === 'refused';
      reason = isRefused ? 'restore-refused' : 'restore-failed';
      log.warn({ error: String(error) }, 'the remembered sign-in failed');
      if (isRefused) await remembered.forgetPassword(latest);
    }
    return state();
  }

  async function signOut(): Promise<void> {
    latestAttempt += 1;
    const before = session;
    session = null;
    reason = null;
    if (before === null) return;
    await Promise.all([remembered.forgetPassword(before.person), ...before.tokens.end().map(revoke)]);
  }

  async function leaveWindow(work: Promise<unknown>): Promise<void> {
    // A sign-in in progress has no window to return to.
    latestAttempt += 1;
    const before = session;
    if (before === null || (remembered.find(before.person)?.password ?? null) !== null) return;
    session = null;
    reason = null;
    await work.catch(() => undefined);
    await Promise.all(before.tokens.end().map(discard));
  }

  async function confirmPassword(password: string): Promise<void> {
    if (session === null) throw new SignInError('refused', 'Sign in first.');
    const { person, tokens } = session;
    // Proves that the signed-in user asks: wrong passwords of others do not lock them out.
    const proof = { authorization: `Bearer ${tokens.token()}` };
    const headers = { ...describeSignIn({ platform: person.platform, isTyped: true }), ...proof };
    const { issued } = await signInOnce(client, discard, { ...person, password }, headers);
    await discard(issued.token);
  }

  async function expire(expired: Session): Promise<void> {
    expired.tokens.end();
    if (session !== expired) return;
    session = null;
    reason = 'expired';
    // At another platform the password was not tried again.
    if (hasCertificate(expired.person.platform)) await remembered.forgetPassword(expired.person);
  }

  async function request(call: ApiRequest, retryWindow: RetryWindow = 'someone-waits'): Promise<ApiAnswer> {
    const caller = session;
    if (!caller) return client.send(call);
    const send = () => sendAuthorised(client, caller.tokens, call, () => expire(caller));
    if (retryWindow === 'someone-waits' || !READS.has(call.method)) return send();
    return retryInBackground(clock, send, (answer) => answer);
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
    leaveWindow,
    confirmPassword,
    restore,
    restoreAgain,
    request,
  };
}
