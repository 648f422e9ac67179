import { type AddressProblem, readPlatformAddress } from '../../shared/platform-address.ts';
import type { KindAddress, PlatformKind } from '../../shared/platforms/platform-kind.ts';
import {
  findPlatformKind,
  getPlatformKind,
  type PlatformKindId,
  removeScheme,
} from '../../shared/platforms/registry.ts';

/** Where to sign in: at the shops of this computer, or at a platform whose address was typed. */
export type PlatformChoice = { readonly kind: 'here' } | { readonly kind: PlatformKindId; readonly typed: string };

/** The choice for a platform in its stored form; `null` is this computer. */
export function toPlatformChoice(platform: string | null): PlatformChoice {
  if (platform === null) return { kind: 'here' };
  return { kind: getPlatformKind(platform).id, typed: removeScheme(platform) };
}

export type ChosenPlatform =
  | { readonly ok: true; readonly platform: string | null }
  | { readonly ok: false; readonly problem: AddressProblem };

/** The chosen platform in its stored form, or the problem with the typed address. */
export function readPlatformChoice(choice: PlatformChoice): ChosenPlatform {
  const kind = findChosenKind(choice);
  if (choice.kind === 'here' || kind === null) return { ok: true, platform: null };
  // A field for addresses accepts those of every kind.
  const read = kind.takesNames ? kind.readAddress(choice.typed) : readPlatformAddress(choice.typed);
  return read.ok ? { ok: true, platform: read.address } : read;
}

/** `null` for this computer. */
export function findChosenKind({ kind }: PlatformChoice): PlatformKind<PlatformKindId> | null {
  return kind === 'here' ? null : (findPlatformKind(kind) ?? null);
}

/** The typed address, read as its kind requires; `null` for this computer. */
export function readTypedAddress(choice: PlatformChoice): KindAddress | null {
  return choice.kind === 'here' ? null : (findChosenKind(choice)?.readAddress(choice.typed) ?? null);
}
