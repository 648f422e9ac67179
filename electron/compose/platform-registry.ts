import type { PlatformKindId } from '../../shared/platforms/registry.ts';
import { getPlatformKind } from '../../shared/platforms/registry.ts';
import type { PlatformAdapter } from '../platform/platform-adapter.ts';
import { deploymentAdapter } from '../platform/remote/deployment-adapter.ts';
import { storeKeeperAdapter } from '../platform/storekeeper/storekeeper-adapter.ts';
import type { CopyDb } from '../store/copies/copy-store.ts';

/** The adapter of each kind of platform. */
const ADAPTERS: Readonly<Record<PlatformKindId, PlatformAdapter<CopyDb>>> = {
  deployment: deploymentAdapter,
  storeKeeper: storeKeeperAdapter,
};

/** The adapter for the platform at a stored address. */
export function getAdapter(address: string): PlatformAdapter<CopyDb> {
  return ADAPTERS[getPlatformKind(address).id];
}
