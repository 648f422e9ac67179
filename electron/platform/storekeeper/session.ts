import { provesItself } from '../../../shared/platform-address.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { PlatformError } from '../platform-error.ts';
import { anonymousAuth, isAuthRefusal, type StoreKeeperClient, StoreKeeperRefusal } from './client.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type AuthObject,
  authObjectOf,
  type EmailSignIn,
  type StoreKeeperFunction,
} from './functions.ts';
import type { CallKind, Pace } from './pace.ts';

export interface SignInDeps {
  readonly client: StoreKeeperClient;
  readonly pace: Pace;
}

/** Whether StoreKeeper is behind the address. Throws `PlatformError` where it is not, or cannot be reached. */
export async function confirmStoreKeeper({ client, pace }: SignInDeps, account: string): Promise<void> {
  try {
    await pace.run(() => client.call('getTime', {}, anonymousAuth(account)), 'signIn');
  } catch (error) {
    // A refusal is StoreKeeper's own: it is there.
    if (error instanceof StoreKeeperRefusal && error.code !== 'busy') return;
    if (!(error instanceof PlatformError) || error.code !== 'rejected') throw error;
    throw new PlatformError('not_offered', 'The platform does not offer to sign in.', { cause: error });
  }
}

/**
 * Signs a user in. Throws `PlatformError` `credentials_refused` for whatever StoreKeeper has against it but failures of its
 * own: which class stands for a wrong password is not known, and its text is not to stand beside one.
 */
export async function signInByEmail(
  { client, pace }: SignInDeps,
  who: EmailSignIn,
  kind: CallKind = 'signIn',
): Promise<AuthObject> {
  try {
    const nobody = anonymousAuth(who.account);
    return await pace.run(() => client.call('startSessionByEmail', who, nobody), kind);
  } catch (error) {
    if (error instanceof StoreKeeperRefusal && ['session_ended', 'rejected'].includes(error.code)) {
      throw credentialsRefused(error);
    }
    throw error;
  }
}

/**
 * Signs in with a pasted channel key, which is taken once one function has answered it: another refusal than that of the key may
 * be one of a key that nobody knows. Throws `credentials_refused` otherwise, and for any other text.
 */
export async function signInByChannelKey({ client, pace }: SignInDeps, text: string): Promise<AuthObject> {
  const auth = readChannelKey(text);
  if (auth === null) throw credentialsRefused();
  const isTaken = await answersOne(async (name) => {
    await pace.run(() => client.call(name, ONE_ROW, auth), 'signIn');
  });
  if (!isTaken) throw credentialsRefused();
  return auth;
}

export function credentialsRefused(cause?: unknown): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail and password do not belong together.', { cause });
}

const CHANNEL_PREFIX = 'skc_';

const USER_PREFIX = 'sks_';

const MAX_TEXT_LENGTH = 320;

const CHANNEL_MEMBERS = ['account', 'subaccount', 'apikey', 'user', 'rights', 'mode'] as const;

/** The auth object of a channel key, `skc_` and the JSON of it as base64url; null for any other text. */
export function readChannelKey(text: string): AuthObject | null {
  const [prefix, json] = decode(text.trim());
  if (prefix !== CHANNEL_PREFIX) return null;
  const [account, subaccount, apikey, user, rights, mode] = CHANNEL_MEMBERS.map((name) => plainOf(json, name));
  const isOfChannel = (rights ?? 'subuser') === 'subuser' && (mode ?? 'apikey') === 'apikey';
  if (!account || !subaccount || !apikey || !isOfChannel) return null;
  return Object.freeze({ account, subaccount, user: user ?? 'sync', rights: 'subuser', mode: 'apikey', apikey });
}

/** A text that is one harmless line; undefined for anything else. */
function plainOf(json: unknown, name: string): string | undefined {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  const isPlain = typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && sanitizedLine(value) === value;
  return isPlain && value !== '' ? value : undefined;
}

/** Who signed in, as a sealed credential holds it. */
export interface SignIn {
  readonly auth: AuthObject;
  /** As it was typed; of a channel key that of `channelEmailOf`. */
  readonly email: string;
  /** Whether a channel key was pasted. The members of a session say nothing of it. */
  readonly isChannel: boolean;
}

/** A sign-in as one secret text. That of a channel is the key itself, which may be pasted. */
export function credentialOf({ auth, email, isChannel }: SignIn): string {
  return isChannel ? `${CHANNEL_PREFIX}${encode(auth)}` : `${USER_PREFIX}${encode({ auth, email })}`;
}

/** What stands where users have their e-mail address: `channel:` and the name of the channel. */
export function channelEmailOf(auth: AuthObject): string {
  return `channel:${auth.subaccount}`;
}

/** Null for a text that `credentialOf` does not make. */
export function signInOfCredential(text: string): SignIn | null {
  const [prefix, json] = decode(text);
  if (prefix === CHANNEL_PREFIX) {
    const auth = readChannelKey(text);
    return auth && { auth, email: channelEmailOf(auth), isChannel: true };
  }
  const email = plainOf(json, 'email');
  if (prefix !== USER_PREFIX || email === undefined) return null;
  const auth = authObjectOf(Reflect.get(Object(json), 'auth'));
  return auth === undefined ? null : { auth, email, isChannel: false };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A session may have long members. */
const ENCODED = /^(skc_|sks_)([A-Za-z0-9_-]{1,100000})={0,2}$/;

function decode(text: string): readonly [string, unknown] | readonly [] {
  const [whole, prefix = '', encoded = ''] = ENCODED.exec(text) ?? [];
  return whole === undefined ? [] : [prefix, parseJson(Buffer.from(encoded, 'base64url').toString('utf8'))];
}

/** Calls as somebody who has signed in. */
export interface StoreKeeperSession {
  /** Whether it is that of a channel key. */
  readonly isChannel: boolean;
  /**
   * As the call of the client. Where StoreKeeper no longer takes the session: one new session, however many calls meet it,
   * and one repeat. Throws `session_ended` where there is no password for that, and `forbidden` where it refuses this
   * function alone.
   */
  call<F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    options?: { readonly kind?: CallKind; readonly signal?: AbortSignal },
  ): Promise<AnswerOf<F>>;
  /** When StoreKeeper last took the session, in milliseconds since the epoch; null where it has not yet. */
  takenAt(): number | null;
  /** Forgets the password. */
  end(): void;
}

interface SessionDeps extends SignInDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly origin: string;
  readonly auth: AuthObject;
  readonly isChannel: boolean;
  /** In memory alone; null for a channel key, and for a session of an earlier run. */
  readonly credentials: EmailSignIn | null;
  /** When StoreKeeper took it, in milliseconds since the epoch; null for a session of an earlier run. */
  readonly takenAt: number | null;
}

export function createStoreKeeperSession(deps: SessionDeps): StoreKeeperSession {
  const { client, pace, clock } = deps;
  let auth = deps.auth;
  // Where the other side cannot prove who it is, no password is sent again.
  let credentials = provesItself(deps.origin) ? deps.credentials : null;
  let { takenAt } = deps;
  /** How many times the session was begun again. */
  let renewals = 0;
  let renewing: Promise<void> | null = null;
  let isPasswordRefused = false;
  /** Calls that answered, the latest at the end: they prove that the session is taken. */
  const proven = new Map<StoreKeeperFunction, (kind: CallKind) => Promise<unknown>>();
  /** Functions that are refused to the user while others answer. */
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
      proven.delete(name);
      proven.set(name, (asked) => send(name, args, asked));
      refused.delete(name);
      takenAt = clock.now();
      return answer;
    } catch (error) {
      // While nobody can be reached, it says nothing that it was taken before.
      if (error instanceof PlatformError && error.isUnreached) takenAt = null;
      throw error;
    }
  };

  async function beginAgain(who: EmailSignIn): Promise<void> {
    try {
      // Without the signal of the call: other calls wait for the same session.
      auth = await signInByEmail(deps, who, 'reading');
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
      credentials = null;
      isPasswordRefused = true;
      throw sessionEnded(error);
    }
    renewals += 1;
  }

  /** Begins the session again, once for all calls that met the end of the same one. */
  async function renew(who: EmailSignIn, seen: number): Promise<void> {
    if (seen !== renewals) return;
    renewing ??= beginAgain(who).finally(() => {
      renewing = null;
    });
    await renewing;
  }

  function sessionEnded(cause: unknown): PlatformError {
    takenAt = null;
    const message = 'StoreKeeper no longer takes this sign-in.';
    return new PlatformError('session_ended', message, { cause, isPasswordRefused });
  }

  /** Whether StoreKeeper answers anything else, such as what it answered last. */
  async function isTakenElsewhere(name: StoreKeeperFunction, kind: CallKind): Promise<boolean> {
    const [, last] = [...proven].filter(([one]) => one !== name && !refused.has(one)).at(-1) ?? [];
    if (last !== undefined && (await isAnswered(() => last(kind)))) return true;
    return answersOne((probe) => send(probe, ONE_ROW, kind), name);
  }

  function forbidden(name: StoreKeeperFunction, cause: unknown): PlatformError {
    refused.add(name);
    return new PlatformError('forbidden', `StoreKeeper refuses ${name} to this sign-in.`, { cause, isReported: true });
  }

  /** What a call ends with that is refused although the session is as new as it can be. */
  async function endOf(name: StoreKeeperFunction, cause: unknown, kind: CallKind): Promise<PlatformError> {
    return (await isTakenElsewhere(name, kind)) ? forbidden(name, cause) : sessionEnded(cause);
  }

  return {
    isChannel: deps.isChannel,
    takenAt: () => takenAt,
    end() {
      credentials = null;
    },

    async call(name, args, { kind = 'reading', signal } = {}) {
      const seen = renewals;
      try {
        return await send(name, args, kind, signal);
      } catch (error) {
        if (!isAuthRefusal(error)) throw error;
        // A function that is refused to the user is no reason to sign in again while others are answered.
        const isKnown = credentials !== null && refused.has(name) && seen === renewals;
        if (isKnown && (await isTakenElsewhere(name, kind))) throw forbidden(name, error);
        const who = credentials;
        if (who === null) throw await endOf(name, error, kind);
        await renew(who, seen);
      }
      try {
        return await send(name, args, kind, signal);
      } catch (error) {
        throw isAuthRefusal(error) ? await endOf(name, error, kind) : error;
      }
    },
  };
}

const ONE_ROW = { start: 0, limit: 1 };

const PROBES = [
  'getShopWithRelation',
  'listConfigurations',
  'listTaxRates',
  'naturalSearchShopFlatProductForHooks',
] as const;

/**
 * Whether one of some cheap functions answers, but for `besides`: nothing else proves that somebody is taken. Throws what says
 * nothing of the caller, such as a failure of the network.
 */
export async function answersOne(
  call: (name: (typeof PROBES)[number]) => Promise<unknown>,
  besides?: StoreKeeperFunction,
): Promise<boolean> {
  for (const name of PROBES) {
    if (name !== besides && (await isAnswered(() => call(name)))) return true;
  }
  return false;
}

/** False for a refusal. Throws what says nothing of the caller. */
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
