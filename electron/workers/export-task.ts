import type { Caller } from '../base/caller.ts';
import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { retryingPlatform } from '../exports/export-platform.ts';
import { cancellableExportWork, type ExportWork } from '../exports/exporter.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { createAskedCalls } from './asked-platform.ts';
import { answerExportRequest } from './pooled-exporter.ts';
import { type AskMain, createTask, getPoolData } from './tasks.ts';

let workOnStore: ExportWork | undefined;

/** Reads from the store of the pool. */
function openWorkOnStore(): ExportWork {
  const { db } = openReader(getPoolData<StoreFile>().file);
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const companies = createCompanyRepository(db);
  const context = {
    ledgers: createLedgersRepository(db).read,
    companyName: async (caller: Caller) => (await companies.read(caller)).name,
    clock,
  };
  return cancellableExportWork(context, (signal) => retryingPlatform(platform, clock, signal));
}

/** Asks the main thread, which repeats the calls. */
function createWorkElsewhere(ask: AskMain): ExportWork {
  const { ledgers, companyName, ...platform } = createAskedCalls(ask);
  return cancellableExportWork({ ledgers, companyName, clock }, () => platform);
}

export default createTask(
  answerExportRequest((isElsewhere, ask) => {
    if (isElsewhere) return createWorkElsewhere(ask);
    workOnStore ??= openWorkOnStore();
    return workOnStore;
  }, clock),
);
