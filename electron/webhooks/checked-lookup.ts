import { isIP, type LookupFunction } from 'node:net';
import { DeliveryError } from './delivery-error.ts';
import type { ReceiverGate } from './receiver-gate.ts';
import type { ReceiverTarget } from './receiver-target.ts';
import type { ResolveAddresses } from './resolve-addresses.ts';

/**
 * A name without an address fails as one whose address is refused: the log of deliveries must not tell which names the
 * network behind this computer has.
 *
 * What a new connection asks for the addresses of its host: it gets those that were checked, or none at all. Node does
 * not ask where the host is an address already; `refusalOfHost` of the gate is for that. Needs `autoSelectFamily`.
 */
export function checkedLookup(
  target: ReceiverTarget,
  gate: ReceiverGate,
  resolve: ResolveAddresses,
): LookupFunction {
  const checkedAddresses = async () => {
    const addresses = await resolvedAddresses(target.host, resolve);
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

async function resolvedAddresses(name: string, resolve: ResolveAddresses): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((cause: unknown) => {
    throw new DeliveryError('address_refused', { cause });
  });
  if (addresses.length === 0) throw new DeliveryError('address_refused');
  return addresses;
}
