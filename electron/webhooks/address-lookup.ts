import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';
import { type Clock, withTimeout } from '../base/clock.ts';
import type { ReceiverGate, ReceiverTarget } from './receiver-address-rules.ts';

/**
 * Gives a new connection the checked addresses of its host, or none. An unknown name fails like a refused address: the
 * delivery log must not reveal the names of the own network. Node does not look up literal addresses, which
 * `refusalOfHost` checks. Needs `autoSelectFamily`.
 */
export function checkedLookup(target: ReceiverTarget, gate: ReceiverGate, resolve: ResolveAddresses): LookupFunction {
  const checkedAddresses = async () => {
    const addresses = await resolve(target.host).catch((cause: unknown) => {
      throw new DeliveryError('address_refused', { cause });
    });
    if (addresses.length === 0) throw new DeliveryError('address_refused');
    if (gate.refusalOfAddresses(target, addresses) !== null) throw new DeliveryError('address_refused');
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };

  return (_, __, answer) => {
    checkedAddresses().then(
      (addresses) => answer(null, addresses),
      (error) => answer(error, []),
    );
  };
}

export interface AddressResolverDeps {
  /** Resolves every name, but few at a time, and a name server that hangs blocks one lookup for long. */
  readonly lookUp: ResolveAddresses;
  /** Has no such limit, but knows only the names of the name servers. */
  readonly askServers: ResolveAddresses;
  readonly clock: Pick<Clock, 'after'>;
}

const SLOW_AFTER_MS = 500;

/** Asks the name servers too where the computer's own lookup is slow. A name has one lookup under way. */
export function createAddressResolver({ lookUp, askServers, clock }: AddressResolverDeps): ResolveAddresses {
  const underWay = new Map<string, Promise<readonly string[]>>();

  function lookUpOnce(name: string): Promise<readonly string[]> {
    const lookup = underWay.get(name) ?? lookUp(name).finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return lookup;
  }

  return async (name) => {
    const found = lookUpOnce(name);
    return withTimeout(clock, SLOW_AFTER_MS, found, () => Promise.any([found, askServers(name)]));
  };
}

/** All addresses of a name, IPv4 and IPv6. Rejects, or has none, where the name does not resolve. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

const SERVER_RETRIES = { timeout: 2_000, tries: 2 };

/** As every program of this computer resolves, with its list of hosts. Node makes two at a time, of all names. */
export const lookUpAddresses: ResolveAddresses = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};

/** As the name servers of this moment answer. */
export const askNameServers: ResolveAddresses = async (name) => {
  const resolver = new Resolver(SERVER_RETRIES);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error(`the name servers returned no address for ${name}`);
  return addresses;
};

/** Why a message did not arrive, as the delivery log names it. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
