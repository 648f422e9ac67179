import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import { CallRefusal, undocumented } from './call-parameters.ts';
import { type MadeShop, SHOPS } from './reference-records.ts';

export interface ServerUser {
  /** The login name that auth objects have. */
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

export interface Sessions {
  /** One for each shop. */
  readonly channels: readonly ChannelAuth[];
  /** Throws `CallRefusal`: of class Auth where nobody is known by this. */
  identify(auth: unknown): ServerCaller;
  /** The auth object of a new session. */
  start(email: unknown, password: unknown, account: unknown): object;
  /** How many sessions were started. */
  readonly started: number;
  /** Ends all sessions; passwords and channel keys go on. */
  end(): void;
  /** Withdraws a channel key for good. */
  withdraw(subaccount: string): void;
  changePassword(user: string, password: string): void;
  /** A user who is switched off can neither sign in nor go on; switched on again they can. */
  switchOff(user: string, isOff: boolean): void;
}

const NAMES_BY_MODE: Readonly<Record<string, readonly string[]>> = {
  none: ['account', 'user', 'rights', 'mode'],
  apikey: ['account', 'subaccount', 'user', 'rights', 'mode', 'apikey'],
  password: ['account', 'user', 'rights', 'mode', 'password'],
  hash: ['account', 'user', 'rights', 'mode', 'hash'],
};

export function createSessions(account: string, users: readonly ServerUser[], seed: number): Sessions {
  const random = randomStream(seed, 'sessions');
  const hashes = new Map<string, string>();
  const passwords = new Map(users.map(({ user, password }) => [user, password]));
  const withdrawn = new Set<string>();
  const switchedOff = new Set<string>();
  const channels = SHOPS.map(({ id }): ChannelAuth => {
    const subaccount = `kanaal-${id}`;
    return { account, subaccount, user: 'sync', rights: 'subuser', mode: 'apikey', apikey: hexOf(random) };
  });
  let started = 0;

  function identifyUser({ user, password, hash, mode }: Record<string, unknown>): ServerCaller {
    const found = users.find((candidate) => candidate.user === user);
    const isKnown =
      mode === 'password' ? passwords.get(String(user)) === password : hashes.get(String(hash)) === String(user);
    if (!found || !isKnown || switchedOff.has(found.user)) throw new CallRefusal('Auth', 'The session does not exist.');
    return { kind: 'user', user: found };
  }
  function identifyChannel({ subaccount, apikey }: Record<string, unknown>): ServerCaller {
    const index = channels.findIndex((channel) => channel.subaccount === subaccount && channel.apikey === apikey);
    const shop = SHOPS[index];
    if (!shop || withdrawn.has(String(subaccount))) throw new CallRefusal('Auth', 'The key is not known.');
    return { kind: 'channel', shop };
  }

  return {
    channels,
    identify(auth) {
      const given = readAuth(auth);
      if (given.account !== account) throw new CallRefusal('Auth', 'The account does not exist.');
      const role = `${given.rights} ${given.mode} ${given.rights === 'user' || given.user}`;
      switch (role) {
        case 'anonymous none anonymous':
          return { kind: 'anonymous' };
        case 'subuser apikey sync':
          return identifyChannel(given);
        case 'user password true':
        case 'user hash true':
          return identifyUser(given);
        default:
          throw undocumented('auth is of no kind that is documented');
      }
    },
    start(email, password, ofAccount) {
      const user = users.find((candidate) => candidate.email === email);
      if (!user || switchedOff.has(user.user) || passwords.get(user.user) !== password || ofAccount !== account) {
        throw new CallRefusal('Auth', 'E-mail address or password is wrong.');
      }
      const hash = hexOf(random);
      hashes.set(hash, user.user);
      started += 1;
      return { account, user: user.user, rights: 'user', mode: 'hash', hash };
    },
    get started() {
      return started;
    },
    end: () => hashes.clear(),
    withdraw: (subaccount) => void withdrawn.add(subaccount),
    changePassword: (user, password) => void passwords.set(user, password),
    switchOff: (user, isOff) => void (isOff ? switchedOff.add(user) : switchedOff.delete(user)),
  };
}

function hexOf(random: Random): string {
  return Array.from({ length: 40 }, () => random.whole(0, 15).toString(16)).join('');
}

/** All members are text, none is missing and none is there that the kind does not have; `client_name` may be. */
function readAuth(auth: unknown): Record<string, unknown> {
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth)) throw undocumented('auth is no object');
  const { client_name = '', ...given }: Record<string, unknown> = { ...auth };
  const names = NAMES_BY_MODE[String(given.mode)] ?? [];
  const isWhole = names.length > 0 && names.every((name) => typeof given[name] === 'string');
  if (!isWhole || Object.keys(given).length !== names.length || typeof client_name !== 'string') {
    throw undocumented(`auth has ${Object.keys(given).join(', ')}`);
  }
  return given;
}
