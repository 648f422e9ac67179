import { createPasswordHasher } from '../base/password-hasher.ts';
import { type GenerationRequest, generateShops } from '../platform/demo/generate-shops.ts';
import { fillNewStore } from '../store/demo/bulk-load.ts';
import type { StoreFile } from '../store/store-connections.ts';
import { createTask, getPoolData } from './tasks.ts';

/** Fills the new file of the pool, and reports how much of the work is done, from 0 to 1. */
export default createTask<GenerationRequest, void, number>((request, { report }) =>
  fillNewStore({ file: getPoolData<StoreFile>().file }, (load) =>
    generateShops(request, { load, hasher: createPasswordHasher(), onProgress: report }),
  ),
);
