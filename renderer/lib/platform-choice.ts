import { type AddressProblem, readPlatformAddress } from '../../shared/platform-address.ts';
import {
  isStoreKeeperAddress,
  readStoreKeeperAddress,
  type StoreKeeperAddressReading,
} from '../../shared/storekeeper-address.ts';

/** Where to sign in: at the shops of this computer, at another deployment, or at a StoreKeeper account, as it is typed. */
export type PlatformChoice =
  | { readonly kind: 'here' }
  | { readonly kind: 'there' | 'storeKeeper'; readonly typed: string };

const STORED = /^storekeeper\+/;

/** The choice that a platform in its stored form is; null for this computer. */
export function platformChoiceOf(platform: string | null): PlatformChoice {
  if (platform === null) return { kind: 'here' };
  if (!isStoreKeeperAddress(platform)) return { kind: 'there', typed: platform };
  return { kind: 'storeKeeper', typed: platform.replace(STORED, '') };
}

export type ChosenPlatform =
  | { readonly ok: true; readonly platform: string | null }
  | { readonly ok: false; readonly problem: AddressProblem };

/** The platform that is chosen, in its stored form; a problem while what is typed names none. */
export function readPlatformChoice(choice: PlatformChoice): ChosenPlatform {
  if (choice.kind === 'here') return { ok: true, platform: null };
  const read = choice.kind === 'there' ? readPlatformAddress(choice.typed) : readStoreKeeperAddress(choice.typed);
  return read.ok ? { ok: true, platform: read.address } : read;
}

/** The StoreKeeper account that is typed; null for any other choice. */
export function readStoreKeeperChoice(choice: PlatformChoice): StoreKeeperAddressReading | null {
  return choice.kind === 'storeKeeper' ? readStoreKeeperAddress(choice.typed) : null;
}
