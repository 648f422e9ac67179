import { deployment } from './deployment.ts';
import type { PlatformKind } from './platform-kind.ts';
import { storeKeeper } from './storekeeper.ts';

/** The kinds of platforms besides the built-in one, in the order in which users see them. */
export const PLATFORM_KINDS = [deployment, storeKeeper] as const;

export type PlatformKindId = (typeof PLATFORM_KINDS)[number]['id'];

/** Returns the kind of a platform by its stored address. */
export function getPlatformKind(address: string): PlatformKind<PlatformKindId> {
  return PLATFORM_KINDS.find(({ scheme }) => scheme !== '' && address.startsWith(scheme)) ?? deployment;
}

export function findPlatformKind(id: string): PlatformKind<PlatformKindId> | undefined {
  return PLATFORM_KINDS.find((kind) => kind.id === id);
}

/** The address as typed, without the scheme of its kind. */
export function removeScheme(address: string): string {
  return address.slice(getPlatformKind(address).scheme.length);
}
