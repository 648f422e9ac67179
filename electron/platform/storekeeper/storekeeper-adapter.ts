import { readStoreKeeperAddress } from '../../../shared/platforms/storekeeper-address.ts';
import type { CopyDb } from '../../store/copies/copy-store.ts';
import { storeKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { PlatformAdapter } from '../platform-adapter.ts';
import { createStoreKeeperPlatform } from './storekeeper-platform.ts';
import { createStoreKeeperSource } from './storekeeper-source.ts';
import { statusOfAccount } from './storekeeper-status.ts';

/** An account of StoreKeeper, of which everything is copied. */
export const storeKeeperAdapter: PlatformAdapter<CopyDb> = {
  open({ address: stored, answerFrom, ...context }) {
    const address = readStoreKeeperAddress(stored);
    if (!address.ok) throw new TypeError(`${stored} is no address of a StoreKeeper account`);
    const { platform, sessionOf, withRights, close } = createStoreKeeperPlatform({ ...context, address });
    return {
      opened: { platform, webhooks: null, close },
      source: createStoreKeeperSource({ sessionOf, answerFrom, backOffice: address.backOffice, log: context.log }),
      withRights,
    };
  },
  readCopyStatus: (db, now) => statusOfAccount(storeKeeperDb(db), now),
};
