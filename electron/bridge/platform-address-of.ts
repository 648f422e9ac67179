import { type AddressProblem, readPlatformAddress } from '../../shared/platform-address.ts';
import { BridgeError } from './bridge-error.ts';

const ADDRESS_SENTENCES: Readonly<Record<AddressProblem, string>> = {
  'not-an-address': 'This is not the address of a platform.',
  insecure: 'A platform is asked over https:// only.',
};

/** Throws `BridgeError` for what is no address, or one where passwords would be read on the way. */
export function platformAddressOf(typed: string): string {
  const read = readPlatformAddress(typed);
  if (read.ok) return read.address;
  throw new BridgeError('invalid', ADDRESS_SENTENCES[read.problem], null, { platformTrouble: read.problem });
}
