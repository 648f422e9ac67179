import { readPlatformAddress } from '../../shared/platform-address.ts';
import { ConfigError } from '../base/config-error.ts';
import type { GivenOptions } from './given-options.ts';

/** The base URL of the usual platform as an option or a variable names it; null where none is named. */
export function readPlatform(given: GivenOptions): string | null {
  const found = given.find('platform');
  if (found === null) return null;
  const read = readPlatformAddress(found.text);
  if (read.ok) return read.address;
  // What was typed may hold a password: it is not repeated.
  throw new ConfigError(
    read.problem === 'insecure'
      ? `${found.name} takes an https:// address: passwords would cross the network in the clear.`
      : `${found.name} takes an address such as https://till.example, without user, query or fragment.`,
  );
}
