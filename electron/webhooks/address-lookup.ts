import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';
import { type Clock, withTimeout } from '../base/clock.ts';
import type { ReceiverGate, ReceiverTarget } from './receiver-address-rules.ts';

/**
 * Looks up the addresses of a host for a new connection and checks them. An unknown name fails like a refused address,
 * because the delivery log must not reveal names of the operator's network. Node does not look up literal addresses;
 * `findHostRefusal` checks those. Needs `autoSelectFamily`.
 */
export function createCheckedLookup(
  target: ReceiverTarget,
  gate: ReceiverGate,
  resolve: ResolveAddresses,
): LookupFunction {
  const resolveChecked = async () => {
    const addresses = await resolve(target.host).catch((cause: unknown) => {
      throw new DeliveryError('address_refused', { cause });
    });
    if (addresses.length === 0) throw new DeliveryError('address_refused');
    if (gate.findAddressRefusal(target, addresses) !== null) throw new DeliveryError('address_refused');
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };

  return (_, __, answer) => {
    resolveChecked().then(
      (addresses) => answer(null, addresses),
      (error) => answer(error, []),
    );
  };
}

export interface AddressResolverDeps {
  /** Resolves every name, but few at a time. A name server that hangs blocks one of these lookups for long. */
  readonly lookUp: ResolveAddresses;
  /** Has no such limit, but resolves only names in DNS. */
  readonly askServers: ResolveAddresses;
  readonly clock: Pick<Clock, 'after'>;
}

const SLOW_AFTER_MS = 500;

/** If the system's lookup is slow, also asks the name servers. Lookups of the same name are shared. */
export function createAddressResolver({ lookUp, askServers, clock }: AddressResolverDeps): ResolveAddresses {
  const lookups = new Map<string, Promise<readonly string[]>>();

  function lookUpOnce(name: string): Promise<readonly string[]> {
    const lookup = lookups.get(name) ?? lookUp(name).finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  }

  return async (name) => {
    const systemLookup = lookUpOnce(name);
    return withTimeout(clock, SLOW_AFTER_MS, systemLookup, () => Promise.any([systemLookup, askServers(name)]));
  };
}

/** Resolves a name to all its IPv4 and IPv6 addresses. Rejects or returns none if the name does not resolve. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

const SERVER_RETRIES = { timeout: 2_000, tries: 2 };

/**
 * Resolves like other programs on this computer, including its hosts file. Node runs at most two such lookups at once.
 */
export const lookUpAddresses: ResolveAddresses = async (name) => {
  const records = await lookup(name, { all: true });
  return records.map(({ address }) => address);
};

/** Asks the name servers directly. */
export const askNameServers: ResolveAddresses = async (name) => {
  const resolver = new Resolver(SERVER_RETRIES);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error(`the name servers returned no address for ${name}`);
  return addresses;
};

/** The reason why a message was not delivered, as in the delivery log. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
