import { openStoreKeeper } from './open-storekeeper.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('StoreKeeper accounts of which a copy is kept', openStoreKeeper);
