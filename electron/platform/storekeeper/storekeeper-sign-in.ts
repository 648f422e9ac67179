import { Type } from 'typebox';
import { provesItself } from '../../../shared/platform-address.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { PlatformError } from '../platform-error.ts';
import { maybe, readRecord } from './mapping/wire-values.ts';
import { anonymousAuth, isAuthRefusal, type StoreKeeperClient, StoreKeeperRefusal } from './storekeeper-client.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type AuthObject,
  authObjectOf,
  DEFAULT_CONFIGURATION,
  type EmailSignIn,
  type StoreKeeperFunction,
} from './storekeeper-functions.ts';
import type { Pace, PacedCall } from './storekeeper-pace.ts';

export interface SignInDeps {
  readonly client: StoreKeeperClient;
  readonly pace: Pace;
}

/** Whether StoreKeeper is behind the address. Throws `PlatformError` where it is not, or cannot be reached. */
export async function confirmStoreKeeper({ client, pace }: SignInDeps, account: string): Promise<void> {
  try {
    await pace.run(() => client.call('getTime', {}, anonymousAuth(account)), { isSignIn: true });
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
  paced: PacedCall = {},
): Promise<AuthObject> {
  const nobody = anonymousAuth(who.account);
  try {
    const auth = await pace.run(() => client.call('startSessionByEmail', who, nobody, paced.signal), {
      ...paced,
      isSignIn: true,
    });
    if ('account' in auth && auth.account !== who.account) {
      throw new PlatformError('invalid_answer', 'StoreKeeper began a session of another account.', {
        isReported: true,
      });
    }
    return auth;
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
  const isTaken = await answersOne(async (name, args) => {
    await pace.run(() => client.call(name, args, auth), { isSignIn: true });
  });
  if (!isTaken) throw credentialsRefused();
  return auth;
}

export function credentialsRefused(cause?: unknown): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail and password do not belong together.', { cause });
}

const Plain = Type.String({ minLength: 1, maxLength: 320 });

const ChannelKey = Type.Object({
  account: Plain,
  subaccount: Plain,
  apikey: Plain,
  user: maybe(Plain),
  rights: maybe(Type.Literal('subuser')),
  mode: maybe(Type.Literal('apikey')),
});

const CHANNEL_PREFIX = 'skc_';

const USER_PREFIX = 'sks_';

const ENCODED = /^(skc_|sks_)([A-Za-z0-9_-]{1,2044})={0,2}$/;

/** The auth object of a channel key, `skc_` and the JSON of it as base64url; null for any other text. */
export function readChannelKey(text: string): AuthObject | null {
  const [, prefix, json] = decoded(text.trim());
  const key = prefix === CHANNEL_PREFIX ? readRecord(ChannelKey, json) : null;
  if (key === null) return null;
  const { account, subaccount, apikey, user } = key;
  const isPlain = [account, subaccount, apikey, user ?? ''].every((one) => sanitizedLine(one) === one);
  if (!isPlain) return null;
  return Object.freeze({ account, subaccount, user: user ?? 'sync', rights: 'subuser', mode: 'apikey', apikey });
}

/** Who signed in, as a sealed credential holds it. */
export interface SignIn {
  readonly auth: AuthObject;
  /** As it was typed; of a channel key that of `channelEmailOf`. */
  readonly email: string;
}

/** A sign-in as one secret text. That of a channel is the key itself, which may be pasted. */
export function credentialOf({ auth, email }: SignIn): string {
  return auth.mode === 'apikey' ? `${CHANNEL_PREFIX}${encoded(auth)}` : `${USER_PREFIX}${encoded({ auth, email })}`;
}

/** What stands where users have their e-mail address: `channel:` and the name of the channel. */
export function channelEmailOf(auth: AuthObject): string {
  return `channel:${auth.subaccount}`;
}

const UserSignIn = Type.Object({ auth: Type.Unknown(), email: Plain });

/** Null for a text that `credentialOf` does not make. */
export function signInOfCredential(text: string): SignIn | null {
  const [, prefix, json] = decoded(text);
  if (prefix === CHANNEL_PREFIX) {
    const auth = readChannelKey(text);
    return auth && { auth, email: channelEmailOf(auth) };
  }
  const signIn = prefix === USER_PREFIX ? readRecord(UserSignIn, json) : null;
  const auth = authObjectOf(signIn?.auth);
  return signIn === null || auth === undefined ? null : { auth, email: signIn.email };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): readonly [string, string, unknown] | readonly [] {
  const [whole, prefix = '', encoded = ''] = ENCODED.exec(text) ?? [];
  if (whole === undefined) return [];
  return [whole, prefix, parseJson(Buffer.from(encoded, 'base64url').toString('utf8'))];
}

/** Calls as somebody who has signed in. */
export interface StoreKeeperSession {
  /**
   * As the call of the client. Where StoreKeeper no longer takes the session: one new session, however many calls meet it,
   * and one repeat. Throws `session_ended` where there is no password for that, and `forbidden` where it refuses this
   * function alone.
   */
  call<F extends StoreKeeperFunction>(name: F, args: ArgumentsOf<F>, paced?: PacedCall): Promise<AnswerOf<F>>;
  /** As it is now: a new session has another. */
  auth(): AuthObject;
  /** How long a stream of this session still rests, in milliseconds; 0 where it does not. */
  restOf(stream: string): number;
  /** When StoreKeeper last took the session, in milliseconds since the epoch; null where it has not yet. */
  takenAt(): number | null;
  /** Forgets the password. */
  end(): void;
}

interface SessionDeps extends SignInDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly origin: string;
  readonly auth: AuthObject;
  /** In memory alone; null for a channel key, and for a session of an earlier run. */
  readonly credentials: EmailSignIn | null;
  /**
   * Whose session it is, by any text that no other user of the account has. The streams of one identity rest together, and
   * those of others go on. Sessions without one rest with each other.
   */
  readonly identity?: string;
}

export function createStoreKeeperSession(deps: SessionDeps): StoreKeeperSession {
  const { client, pace } = deps;
  let auth = deps.auth;
  // Where the other side cannot prove who it is, no password is sent again.
  let credentials = provesItself(deps.origin) ? deps.credentials : null;
  let takenAt: number | null = null;
  /** That it was taken before says nothing once it has ended, or while nobody can be reached. */
  const forgetTaken = () => {
    takenAt = null;
  };
  /** How many times the session was begun again. */
  let renewals = 0;
  let renewing: Promise<void> | null = null;
  let isPasswordRefused = false;
  /** Functions that answered since the session was begun. */
  let answered = new Set<StoreKeeperFunction>();
  /** The last call of each function that answered, the latest at the end. */
  const proven = new Map<StoreKeeperFunction, Probe>();
  /** Functions that are refused to the user while others answer, whichever session it was. */
  const refused = new Set<StoreKeeperFunction>();

  function streamOf(stream: string): string {
    return deps.identity === undefined ? stream : JSON.stringify([deps.identity, stream]);
  }

  /** The call with the stream of this identity. */
  function ownOf(paced: PacedCall = {}): PacedCall {
    return paced.stream === undefined ? paced : { ...paced, stream: streamOf(paced.stream) };
  }

  async function send<F extends StoreKeeperFunction>(
    name: F,
    args: ArgumentsOf<F>,
    paced: PacedCall | undefined,
  ): Promise<AnswerOf<F>> {
    const answer = await pace
      .run(() => client.call(name, args, auth, paced?.signal), ownOf(paced))
      .catch((error: unknown) => {
        if (error instanceof PlatformError && error.isUnreached) forgetTaken();
        throw error;
      });
    answered.add(name);
    proven.delete(name);
    proven.set(name, { name, ask: (asked) => send(name, args, asked) });
    refused.delete(name);
    takenAt = deps.clock.now();
    return answer;
  }

  async function beginAgain(who: EmailSignIn, stream: string | undefined): Promise<void> {
    try {
      // Without the signal of the call: other calls wait for the same session.
      auth = await signInByEmail(deps, who, ownOf(stream === undefined ? {} : { stream }));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'credentials_refused') throw error;
      credentials = null;
      isPasswordRefused = true;
      throw sessionEnded(error);
    }
    renewals += 1;
    answered = new Set();
  }

  /** Begins the session again, once for all calls that met the end of the same one. */
  async function renew(who: EmailSignIn, seen: number, stream: string | undefined): Promise<void> {
    if (seen !== renewals) return;
    renewing ??= beginAgain(who, stream).finally(() => {
      renewing = null;
    });
    await renewing;
  }

  function sessionEnded(cause: unknown): PlatformError {
    forgetTaken();
    const message = 'StoreKeeper no longer takes this sign-in.';
    return new PlatformError('session_ended', message, { cause, isPasswordRefused });
  }

  /** Whether the session is taken: some other function answers, such as the one that answered last. */
  async function isTakenElsewhere(name: StoreKeeperFunction, paced: PacedCall | undefined): Promise<boolean> {
    const last = [...proven.values()].filter((probe) => probe.name !== name && !refused.has(probe.name)).at(-1);
    if (last !== undefined && (await isAnswered(() => last.ask(paced)))) return true;
    return answersOne(async (probe, args) => void (await send(probe, args, paced)), name);
  }

  /** What a call ends with that StoreKeeper refused although the session is as new as it can be. */
  async function endOf(name: StoreKeeperFunction, cause: unknown, paced: PacedCall | undefined, isNew: boolean) {
    const hasOthers = isNew && [...answered].some((other) => other !== name);
    return hasOthers || (await isTakenElsewhere(name, paced)) ? forbidden(name, cause) : sessionEnded(cause);
  }

  function forbidden(name: StoreKeeperFunction, cause: unknown): PlatformError {
    refused.add(name);
    return new PlatformError('forbidden', `StoreKeeper refuses ${name} to this sign-in.`, { cause, isReported: true });
  }

  return {
    auth: () => auth,
    takenAt: () => takenAt,
    restOf: (stream) => pace.restOf(streamOf(stream)),
    end() {
      credentials = null;
    },

    async call(name, args, paced) {
      const seen = renewals;
      try {
        return await send(name, args, paced);
      } catch (error) {
        if (!isAuthRefusal(error)) throw error;
        // A function that is refused to the user is no reason to sign in again while others are answered.
        const isKnown = credentials !== null && refused.has(name) && seen === renewals;
        const isAlone = isKnown && (await isTakenElsewhere(name, paced));
        if (isAlone && seen === renewals) throw forbidden(name, error);
        const who = credentials;
        if (who === null) throw await endOf(name, error, paced, false);
        await renew(who, seen, paced?.stream);
      }
      try {
        return await send(name, args, paced);
      } catch (error) {
        throw isAuthRefusal(error) ? await endOf(name, error, paced, true) : error;
      }
    },
  };
}

const ONE_ROW = { start: 0, limit: 1 };

/**
 * Whether one of some cheap functions answers, but for `besides`: nothing else proves that somebody is taken. Throws what says
 * nothing of the caller, such as a failure of the network.
 */
export async function answersOne(
  call: <F extends StoreKeeperFunction>(name: F, args: ArgumentsOf<F>) => Promise<void>,
  besides?: StoreKeeperFunction,
): Promise<boolean> {
  const attempts: Partial<Record<StoreKeeperFunction, () => Promise<void>>> = {
    getShopWithRelation: () => call('getShopWithRelation', {}),
    listConfigurations: () => call('listConfigurations', DEFAULT_CONFIGURATION),
    listTaxRates: () => call('listTaxRates', ONE_ROW),
    naturalSearchShopFlatProductForHooks: () => call('naturalSearchShopFlatProductForHooks', ONE_ROW),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    if (name === besides) continue;
    if (await isAnswered(attempt)) return true;
  }
  return false;
}

/** False for a refusal. Throws what says nothing of the caller. */
async function isAnswered(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const isRefused = error instanceof PlatformError && ['rejected', 'forbidden'].includes(error.code);
    if (isRefused || isAuthRefusal(error)) return false;
    throw error;
  }
}

/** A call by which it is found out whether a session is taken. An anonymous one would say nothing. */
interface Probe {
  readonly name: StoreKeeperFunction;
  readonly ask: (paced: PacedCall | undefined) => Promise<unknown>;
}
