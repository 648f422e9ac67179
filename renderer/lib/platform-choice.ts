import { type AddressProblem, readPlatformAddress } from '../../shared/platform-address.ts';
import type { KindAddress, PlatformKind } from '../../shared/platforms/platform-kind.ts';
import {
  findPlatformKind,
  getPlatformKind,
  type PlatformKindId,
  removeScheme,
} from '../../shared/platforms/registry.ts';

/** Where to sign in: at the shops of this computer, or at a platform of one of the kinds, as it is typed. */
export type PlatformChoice = { readonly kind: 'here' } | { readonly kind: PlatformKindId; readonly typed: string };

/** The choice that a platform in its stored form is; null for this computer. */
export function platformChoiceOf(platform: string | null): PlatformChoice {
  if (platform === null) return { kind: 'here' };
  return { kind: getPlatformKind(platform).id, typed: removeScheme(platform) };
}

export type ChosenPlatform =
  | { readonly ok: true; readonly platform: string | null }
  | { readonly ok: false; readonly problem: AddressProblem };

/** The platform that is chosen, in its stored form; a problem while what is typed names none. */
export function readPlatformChoice(choice: PlatformChoice): ChosenPlatform {
  const kind = kindOfChoice(choice);
  if (choice.kind === 'here' || kind === null) return { ok: true, platform: null };
  // A field for addresses takes those of every kind.
  const read = kind.takesNames ? kind.readAddress(choice.typed) : readPlatformAddress(choice.typed);
  return read.ok ? { ok: true, platform: read.address } : read;
}

/** Null for this computer. */
export function kindOfChoice({ kind }: PlatformChoice): PlatformKind<PlatformKindId> | null {
  return kind === 'here' ? null : (findPlatformKind(kind) ?? null);
}

/** What is typed, as its kind reads it; null for this computer. */
export function readTypedAddress(choice: PlatformChoice): KindAddress | null {
  return choice.kind === 'here' ? null : (kindOfChoice(choice)?.readAddress(choice.typed) ?? null);
}
