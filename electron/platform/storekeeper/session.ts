import { hasCertificate } from '../../../shared/platform-address.ts';
import { sanitizeLine } from '../../api-client/upstream-answer.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { PlatformError } from '../platform-error.ts';
import { createAnonymousAuth, isAuthRefusal, type StoreKeeperClient, StoreKeeperRefusal } from './client.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type AuthObject,
  type EmailSignIn,
  parseAuthObject,
  type StoreKeeperFunction,
} from './functions.ts';
import type { CallKind, Pace } from './pace.ts';

export interface SignInDeps {
  readonly client: StoreKeeperClient;
  readonly pace: Pace;
}

/** Checks that the address is StoreKeeper's. Throws `PlatformError` if it is not or cannot be reached. */
export async function confirmStoreKeeper({ client, pace }: SignInDeps, account: string): Promise<void> {
  try {
    await pace.run(() => client.call('getTime', {}, createAnonymousAuth(account)), 'signIn');
  } catch (error) {
    // Only StoreKeeper itself can refuse in this form.
    if (error instanceof StoreKeeperRefusal && error.code !== 'busy') return;
    if (!(error instanceof PlatformError) || error.code !== 'rejected') throw error;
    throw new PlatformError('not_offered', 'The platform does not offer signing in.', { cause: error });
  }
}

/**
 * Signs a user in. Throws `PlatformError` `credentials_refused` for every refusal: the error class of a wrong password
 * is not documented, and StoreKeeper's text must not appear beside a password.
 */
export async function signInByEmail(
  { client, pace }: SignInDeps,
  who: EmailSignIn,
  kind: CallKind = 'signIn',
): Promise<AuthObject> {
  try {
    const anonymous = createAnonymousAuth(who.account);
    return await pace.run(() => client.call('startSessionByEmail', who, anonymous), kind);
  } catch (error) {
    if (error instanceof StoreKeeperRefusal && ['session_ended', 'rejected'].includes(error.code)) {
      throw createCredentialsRefused(error);
    }
    throw error;
  }
}

/**
 * Signs in with a pasted channel key. The key is accepted once one function answers: a refusal can also mean that the
 * key is unknown. Throws `credentials_refused` otherwise, and for any other text.
 */
export async function signInByChannelKey({ client, pace }: SignInDeps, text: string): Promise<AuthObject> {
  const auth = readChannelKey(text);
  if (auth === null) throw createCredentialsRefused();
  const isTaken = await hasAnswer(async (name) => {
    await pace.run(() => client.call(name, ONE_ROW, auth), 'signIn');
  });
  if (!isTaken) throw createCredentialsRefused();
  return auth;
}

export function createCredentialsRefused(cause?: unknown): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail or password is wrong.', { cause });
}

const CHANNEL_PREFIX = 'skc_';

const USER_PREFIX = 'sks_';

const MAX_TEXT_LENGTH = 320;

const CHANNEL_MEMBERS = ['account', 'subaccount', 'apikey', 'user', 'rights', 'mode'] as const;

/** Reads the auth object of a channel key, which is `skc_` and JSON as base64url; `null` for any other text. */
export function readChannelKey(text: string): AuthObject | null {
  const [prefix, json] = decode(text.trim());
  if (prefix !== CHANNEL_PREFIX) return null;
  const [account, subaccount, apikey, user, rights, mode] = CHANNEL_MEMBERS.map((name) => readPlainText(json, name));
  const isChannelKey = (rights ?? 'subuser') === 'subuser' && (mode ?? 'apikey') === 'apikey';
  if (!account || !subaccount || !apikey || !isChannelKey) return null;
  return Object.freeze({ account, subaccount, user: user ?? 'sync', rights: 'subuser', mode: 'apikey', apikey });
}

/** Reads a text that is one harmless line; `undefined` for anything else. */
function readPlainText(json: unknown, name: string): string | undefined {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  const isPlain = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && sanitizeLine(value) === value;
  return isPlain && value !== '' ? value : undefined;
}

/** A signed-in user as stored in a sealed credential. */
export interface SignIn {
  readonly auth: AuthObject;
  /** As typed; for a channel key it is from `getChannelEmail`. */
  readonly email: string;
  /** Whether a channel key was pasted. The auth object of a session does not say it. */
  readonly isChannel: boolean;
}

/** Creates a sign-in as one secret text. For a channel it is the key, which may be pasted. */
export function createCredential({ auth, email, isChannel }: SignIn): string {
  return isChannel ? `${CHANNEL_PREFIX}${encode(auth)}` : `${USER_PREFIX}${encode({ auth, email })}`;
}

/** Replaces the e-mail address of a channel: `channel:` and its name. */
export function getChannelEmail(auth: AuthObject): string {
  return `channel:${auth.subaccount}`;
}

/** Returns `null` for a text that is not from `createCredential`. */
export function parseCredential(text: string): SignIn | null {
  const [prefix, json] = decode(text);
  if (prefix === CHANNEL_PREFIX) {
    const auth = readChannelKey(text);
    return auth && { auth, email: getChannelEmail(auth), isChannel: true };
  }
  const email = readPlainText(json, 'email');
  if (prefix !== USER_PREFIX || email === undefined) return null;
  const auth = parseAuthObject(Reflect.get(Object(json), 'auth'));
  return auth === undefined ? null : { auth, email, isChannel: false };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Sessions can have long members. */
const CREDENTIAL_PATTERN = /^(skc_|sks_)([A-Za-z0-9_-]{1,100000})={0,2}$/;

function decode(text: string): readonly [string, unknown] | readonly [] {
  const [whole, prefix = '', encoded = ''] = CREDENTIAL_PATTERN.exec(text) ?? [];
  return whole === undefined ? [] : [prefix, parseJson(Buffer.from(encoded, 'base64url').toString('utf8'))];
}

/** Makes calls as a signed-in user. */
export interface StoreKeeperSession {
  /** Whether it uses a channel key. */
  readonly isChannel: boolean;
  /**
   * Like `call` of the client. If the session ended, all calls share one new session, and each is retried once. Throws
   * `session_ended` without a password, and `forbidden` if only this function is refused.
   */
  call<F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    options?: { readonly kind?: CallKind; readonly signal?: AbortSignal },
  ): Promise<AnswerOf<F>>;
  /** When StoreKeeper last accepted the session, in milliseconds since the epoch; `null` if it has not yet. */
  getAcceptedAt(): number | null;
  /** Clears the password. */
  end(): void;
}

interface SessionDeps extends SignInDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly origin: string;
  readonly auth: AuthObject;
  readonly isChannel: boolean;
  /** Stored in memory only; `null` for a channel key and for a session of an earlier run. */
  readonly credentials: EmailSignIn | null;
  /**
   * The time when StoreKeeper accepted the credentials, in milliseconds since the epoch; `null` for a session of an
   * earlier run.
   */
  readonly takenAt: number | null;
}

export function createStoreKeeperSession(deps: SessionDeps): StoreKeeperSession {
  const { client, pace, clock } = deps;
  let auth = deps.auth;
  // Without TLS the server cannot prove its identity, so no password is sent again.
  let credentials = hasCertificate(deps.origin) ? deps.credentials : null;
  let { takenAt } = deps;
  /** Number of times the session was renewed. */
  let renewals = 0;
  let renewing: Promise<void> | null = null;
  let isPasswordRefused = false;
  /** Calls that succeeded, the latest last. Each proves that the session is accepted. */
  const succeeded = new Map<StoreKeeperFunction, (kind: CallKind) => Promise<unknown>>();
  /** Functions that are refused although others answer. */
  const refused = new Set<StoreKeeperFunction>();

  type Send = <F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    kind: CallKind,
    signal?: AbortSignal,
  ) => Promise<AnswerOf<F>>;

  const send: Send = async (name, args, kind, signal) => {
    try {
      const answer = await pace.run(() => client.call(name, args, auth, signal), kind, signal);
      succeeded.delete(name);
      succeeded.set(name, (asked) => send(name, args, asked));
      refused.delete(name);
      takenAt = clock.now();
      return answer;
    } catch (error) {
      // While StoreKeeper is unreachable, an earlier success proves nothing.
      if (error instanceof PlatformError && error.isUnreached) takenAt = null;
      throw error;
    }
  };

  async function startSession(who: EmailSignIn): Promise<void> {
    try {
      // Not with the call's signal, because other calls wait for the same session.
      auth = await signInByEmail(deps, who, 'reading');
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
      credentials = null;
      isPasswordRefused = true;
      throw createSessionEnded(error);
    }
    renewals += 1;
  }

  /** Renews the session, once for all calls that failed with the same one. */
  async function renew(who: EmailSignIn, seen: number): Promise<void> {
    if (seen !== renewals) return;
    renewing ??= startSession(who).finally(() => {
      renewing = null;
    });
    await renewing;
  }

  function createSessionEnded(cause: unknown): PlatformError {
    takenAt = null;
    const message = 'StoreKeeper no longer accepts this sign-in. Sign in again.';
    return new PlatformError('session_ended', message, { cause, isPasswordRefused });
  }

  /** Whether StoreKeeper accepts the session for another function, starting with the last that succeeded. */
  async function isAcceptedElsewhere(name: StoreKeeperFunction, kind: CallKind): Promise<boolean> {
    const [, last] = [...succeeded].filter(([one]) => one !== name && !refused.has(one)).at(-1) ?? [];
    if (last !== undefined && (await isAnswered(() => last(kind)))) return true;
    return hasAnswer((probe) => send(probe, ONE_ROW, kind), name);
  }

  function createForbidden(name: StoreKeeperFunction, cause: unknown): PlatformError {
    refused.add(name);
    return new PlatformError('forbidden', `This sign-in does not have the right to call ${name} of StoreKeeper.`, {
      cause,
      isReported: true,
    });
  }

  /** Finds the error for a call that is refused although the session is new. */
  async function findReason(name: StoreKeeperFunction, cause: unknown, kind: CallKind): Promise<PlatformError> {
    return (await isAcceptedElsewhere(name, kind)) ? createForbidden(name, cause) : createSessionEnded(cause);
  }

  return {
    isChannel: deps.isChannel,
    getAcceptedAt: () => takenAt,
    end() {
      credentials = null;
    },

    async call(name, args, { kind = 'reading', signal } = {}) {
      const seen = renewals;
      try {
        return await send(name, args, kind, signal);
      } catch (error) {
        if (!isAuthRefusal(error)) throw error;
        // A refused function is no reason to sign in again while others answer.
        const isKnown = credentials !== null && refused.has(name) && seen === renewals;
        if (isKnown && (await isAcceptedElsewhere(name, kind))) throw createForbidden(name, error);
        const who = credentials;
        if (who === null) throw await findReason(name, error, kind);
        await renew(who, seen);
      }
      try {
        return await send(name, args, kind, signal);
      } catch (error) {
        throw isAuthRefusal(error) ? await findReason(name, error, kind) : error;
      }
    },
  };
}

const ONE_ROW = { start: 0, limit: 1 };

const PROBE_FUNCTIONS = [
  'getShopWithRelation',
  'listConfigurations',
  'listTaxRates',
  'naturalSearchShopFlatProductForHooks',
] as const;

/**
 * Whether one of some cheap functions, other than `besides`, answers. Only that proves that a caller is accepted.
 * Throws errors that say nothing about the caller, such as network failures.
 */
export async function hasAnswer(
  call: (name: (typeof PROBE_FUNCTIONS)[number]) => Promise<unknown>,
  besides?: StoreKeeperFunction,
): Promise<boolean> {
  for (const name of PROBE_FUNCTIONS) {
    if (name !== besides && (await isAnswered(() => call(name)))) return true;
  }
  return false;
}

/** False for a refusal. Throws errors that say nothing about the caller. */
async function isAnswered(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const isRefused =
      error instanceof PlatformError && ['rejected', 'forbidden', 'invalid_answer'].includes(error.code);
    if (isRefused || isAuthRefusal(error)) return false;
    throw error;
  }
}
