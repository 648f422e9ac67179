import type { Credentials, Me } from '../../shared/contract/auth.ts';
import type { SessionState, SignedOutReason } from '../../shared/contract/bridge.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';
import { sendAuthorised } from './authorised-call.ts';
import type { Clock } from './clock.ts';
import type { CredentialVault } from './credential-vault.ts';
import type { Log } from './log.ts';
import { createLoggedClient } from './logged-client.ts';
import { createRememberedSignIn } from './remembered-sign-in.ts';
import { repeatPatiently } from './retry-schedule.ts';
import { signInOnce } from './sign-in.ts';
import { SignInError, signInErrorFrom } from './sign-in-error.ts';
import { createTokenLifecycle, type TokenLifecycle } from './token-lifecycle.ts';

/** `background` repeats a read that fails in a passing way; `someone-waits` passes every failure on at once. */
export type Patience = 'someone-waits' | 'background';

/** Holds the one signed-in session of the process: password and token never leave it but in calls. */
export interface SessionKeeper {
  state(): SessionState;
  /** The token as it is now; null when signed out. It may have expired. */
  token(): string | null;
  /** Throws `SignInError`; the session before, if any, then goes on. */
  signIn(credentials: Credentials, remember: boolean): Promise<SessionState>;
  /** Revokes the tokens at once and forgets what was remembered. Signed out even when it throws. */
  signOut(): Promise<void>;
  /** Signs in with what is remembered. Never throws: what went wrong stands in the state. */
  restore(): Promise<SessionState>;
  /**
   * Sends a call as the signed-in user, or without a token when there is none. A 401 leads to one login and
   * one repeat. When that login fails for another reason than the credentials, its answer is the answer.
   * Throws `ApiFailure` when there is no answer.
   */
  request(request: ApiRequest, patience?: Patience): Promise<ApiAnswer>;
}

export interface SessionKeeperDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly log: Log;
  readonly revoke: (token: string) => Promise<void>;
}

interface Session {
  readonly me: Me;
  readonly tokens: TokenLifecycle;
}

const READS = new Set(['GET', 'HEAD']);

export function createSessionKeeper({
  clock,
  vault,
  log,
  revoke,
  ...deps
}: SessionKeeperDeps): SessionKeeper {
  const client = createLoggedClient(deps.client, log);
  const remembered = createRememberedSignIn(vault, log);
  let session: Session | null = null;
  let reason: SignedOutReason | null = null;
  // Counts sign-ins and sign-outs, so that one which was overtaken by a later one has no effect.
  let turn = 0;

  function state(): SessionState {
    if (session) return { kind: 'signed-in', me: session.me };
    const { isPersistent: keepsPassword } = vault;
    return { kind: 'signed-out', remembersSignIn: remembered.isHeld(), keepsPassword, reason };
  }

  /** For a token that nobody needs any more: it expires by itself when it cannot be revoked. */
  async function discard(token: string): Promise<void> {
    try {
      await revoke(token);
    } catch (error) {
      log.error({ error: String(error) }, 'a token that is no longer needed could not be revoked');
    }
  }

  async function begin(credentials: Credentials, ownTurn: number): Promise<void> {
    const { issued, me } = await signInOnce(client, discard, credentials);
    if (ownTurn !== turn) {
      await discard(issued.token);
      throw new SignInError('superseded', 'Somebody signed in or out meanwhile.');
    }
    const before = session;
    session = { me, tokens: createTokenLifecycle({ client, clock, log, discard }, credentials, issued) };
    reason = null;
    await Promise.all((before?.tokens.end() ?? []).map(discard));
  }

  async function signIn(credentials: Credentials, remember: boolean): Promise<SessionState> {
    turn += 1;
    const ownTurn = turn;
    await begin(credentials, ownTurn);
    if (ownTurn === turn) await (remember ? remembered.remember(credentials) : remembered.forget());
    return state();
  }

  async function restore(): Promise<SessionState> {
    turn += 1;
    const ownTurn = turn;
    const credentials = await remembered.read();
    if (!credentials) return state();
    try {
      await begin(credentials, ownTurn);
    } catch (error) {
      if (ownTurn !== turn) return state();
      const isRefused = signInErrorFrom(error).code === 'refused';
      reason = isRefused ? 'restore-refused' : 'restore-failed';
      log.warn({ error: String(error) }, 'the remembered sign-in did not lead in');
      if (isRefused) await remembered.forget();
    }
    return state();
  }

  async function signOut(): Promise<void> {
    turn += 1;
    const before = session;
    session = null;
    reason = null;
    const tokens = before?.tokens.end() ?? [];
    await Promise.all([remembered.forget(), ...tokens.map(revoke)]);
  }

  async function expire(expired: Session): Promise<void> {
    expired.tokens.end();
    if (session !== expired) return;
    session = null;
    reason = 'expired';
    await remembered.forget();
  }

  async function request(call: ApiRequest, patience: Patience = 'someone-waits'): Promise<ApiAnswer> {
    const caller = session;
    if (!caller) return client.send(call);
    if (patience === 'someone-waits' || !READS.has(call.method)) return sendAs(caller, call);
    return repeatPatiently(
      clock,
      () => sendAs(caller, call),
      (answer) => answer,
    );
  }

  function sendAs(caller: Session, call: ApiRequest): Promise<ApiAnswer> {
    return sendAuthorised(client, caller.tokens, call, () => expire(caller));
  }

  return { state, token: () => session?.tokens.token() ?? null, signIn, signOut, restore, request };
}
