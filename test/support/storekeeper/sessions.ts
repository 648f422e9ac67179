import { isDeepStrictEqual } from 'node:util';
import { createRandomStream, type Random } from '../../../electron/platform/demo/prng.ts';
import { CallRefusal, undocumented } from './call-parameters.ts';
import { toMembers } from './odd-records.ts';
import { type MadeShop, SHOPS } from './reference-records.ts';

export interface ServerUser {
  /** The login name in auth objects. */
  readonly user: string;
  readonly email: string;
  readonly password: string;
}

export const DEFAULT_USERS: readonly ServerUser[] = [
  { user: 'beheer', email: 'beheer@voorbeeld.example', password: 'bloemkool-viool-72' },
  { user: 'kassa', email: 'kassa@voorbeeld.example', password: 'regenjas-klavier-31' },
];

/** The auth object of a sales channel. */
export interface ChannelAuth {
  readonly account: string;
  readonly subaccount: string;
  readonly user: 'sync';
  readonly rights: 'subuser';
  readonly mode: 'apikey';
  readonly apikey: string;
}

export type ServerCaller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'channel'; readonly shop: MadeShop }
  | { readonly kind: 'user'; readonly user: ServerUser };

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(account: string, users: readonly ServerUser[], seed: number) {
  const random = createRandomStream(seed, 'sessions');
  /** The auth objects of sessions by their hash. */
  const begun = new Map<unknown, object>();
  const passwords = new Map(users.map(({ user, password }) => [user, password]));
  const withdrawn = new Set<string>();
  const switchedOff = new Set<string>();
  const channels = SHOPS.map(({ id }): ChannelAuth => {
    const subaccount = `kanaal-${id}`;
    return { account, subaccount, user: 'sync', rights: 'subuser', mode: 'apikey', apikey: drawHex(random) };
  });
  let started = 0;

  function identifyUser(name: unknown, isKnown: boolean): ServerCaller {
    const user = users.find((candidate) => candidate.user === name);
    if (!user || !isKnown || switchedOff.has(user.user)) throw new CallRefusal('Auth', 'The session does not exist.');
    return { kind: 'user', user };
  }
  function identifyChannel(given: object): ServerCaller {
    const index = channels.findIndex((channel) => isDeepStrictEqual(channel, given));
    const shop = SHOPS[index];
    if (!shop || withdrawn.has(channels[index]?.subaccount ?? ''))
      throw new CallRefusal('Auth', 'The key is not known.');
    return { kind: 'channel', shop };
  }

  return {
    /** One channel for each shop. */
    channels,
    /** Throws a `CallRefusal` of class Auth if this identifies nobody. */
    identify(auth: unknown): ServerCaller {
      // Recorded clients send their name, and some the address of their user.
      const { client_name = '', user_ip = '', ...given } = toMembers(auth);
      if (![client_name, user_ip].every((member) => typeof member === 'string')) throw undocumented('auth is odd');
      if (given.account !== account) throw new CallRefusal('Auth', 'The account does not exist.');
      const { mode, rights, user, password } = given;
      if (mode === 'none' && isDeepStrictEqual(given, anonymous(account))) return { kind: 'anonymous' };
      if (mode === 'apikey' && rights === 'subuser') return identifyChannel(given);
      if (mode === 'hash' && rights === 'user')
        return identifyUser(user, isDeepStrictEqual(begun.get(given.hash), given));
      if (mode === 'password' && rights === 'user' && Object.keys(given).length === 5)
        return identifyUser(user, passwords.get(String(user)) === password);
      throw undocumented(`auth has ${Object.keys(given).join(', ')}`);
    },
    /** Creates the auth object of a new session, which may have additional fields. It is accepted only unchanged. */
    start(email: unknown, password: unknown, ofAccount: unknown, further: object): object {
      const user = users.find((candidate) => candidate.email === email);
      if (!user || switchedOff.has(user.user) || passwords.get(user.user) !== password || ofAccount !== account) {
        throw new CallRefusal('Auth', 'E-mail address or password is wrong.');
      }
      const hash = drawHex(random);
      const auth = { account, user: user.user, rights: 'user', mode: 'hash', hash, ...further };
      begun.set(hash, auth);
      started += 1;
      return auth;
    },
    /** Number of started sessions. */
    get started(): number {
      return started;
    },
    /** Ends all sessions. Passwords and channel keys still work. */
    end: () => begun.clear(),
    /** Revokes a channel key for good. */
    withdraw: (subaccount: string) => void withdrawn.add(subaccount),
    changePassword: (user: string, password: string) => void passwords.set(user, password),
    /** Deactivates or reactivates a user. A deactivated user can neither sign in nor continue. */
    switchOff: (user: string, isOff: boolean) => void (isOff ? switchedOff.add(user) : switchedOff.delete(user)),
  };
}

function anonymous(account: string): object {
  return { account, user: 'anonymous', rights: 'anonymous', mode: 'none' };
}

function drawHex(random: Random): string {
  return Array.from({ length: 40 }, () => random.drawInteger(0, 15).toString(16)).join('');
}
