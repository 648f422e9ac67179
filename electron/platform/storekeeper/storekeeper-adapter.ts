import { readStoreKeeperAddress } from '../../../shared/platforms/storekeeper-address.ts';
import type { CopyDb } from '../../store/copies/copy-store.ts';
import { hasCurrentFormat, toStoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { PlatformAdapter } from '../platform-adapter.ts';
import { createStoreKeeperPlatform } from './platform.ts';
import { readStatus } from './status.ts';
import { createStoreKeeperSource } from './storekeeper-source.ts';
import { requestFullReading } from './sync.ts';

/** A StoreKeeper account. All of it is copied. */
export const storeKeeperAdapter: PlatformAdapter<CopyDb> = {
  open({ address: stored, createCalls, random, getShopKind, callsPerSecond, ...context }) {
    const address = readStoreKeeperAddress(stored);
    if (!address.ok) throw new TypeError(`${stored} is not an address of a StoreKeeper account`);
    const pace = { callsPerSecond };
    const { platform, getSession, withRights, close } = createStoreKeeperPlatform({ ...context, address, pace });
    const { backOffice } = address;
    return {
      opened: { platform, webhooks: null, close },
      source: createStoreKeeperSource({ getSession, createCalls, backOffice, getShopKind, random, log: context.log }),
      withRights,
    };
  },
  readCopyStatus: async (db, now) => ((await hasCurrentFormat(db)) ? readStatus(toStoreKeeperDb(db), now) : null),
  markAllDue: (db, now) => requestFullReading(toStoreKeeperDb(db), now),
};
