import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { wrapExportPlatform } from '../exports/export-platform.ts';
import type { ExportContext } from '../exports/select-export.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { createAskedCalls } from './asked-platform.ts';
import { answerExportRequest } from './export-workers.ts';
import { createTask, getPoolData } from './tasks.ts';

let parts: ExportContext | undefined;

/** Reads from the store of the pool. */
function openStoreOfPool(): ExportContext {
  const { db } = openReader(getPoolData<StoreFile>().file);
  return {
    platform: createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() }),
    ledgers: createLedgersRepository(db).read,
    companyName: createCompanyRepository(db).readName,
    clock,
  };
}

export default createTask(
  answerExportRequest((isElsewhere, { ask, signal }) => {
    if (isElsewhere) {
      // The main thread repeats and ends the calls.
      const { ledgers, companyName, ...platform } = createAskedCalls(ask);
      return { platform, ledgers, companyName, clock };
    }
    parts ??= openStoreOfPool();
    return { ...parts, platform: wrapExportPlatform(parts.platform, clock, signal) };
  }, clock),
);
