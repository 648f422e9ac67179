import { networkInterfaces } from 'node:os';

/** The addresses of this computer at this moment. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
}
