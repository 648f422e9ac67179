import type { Caller } from '../base/caller.ts';
import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { retryingPlatform } from '../exports/export-platform.ts';
import { cancellableExportWork, type ExportWork } from '../exports/exporter.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { type AskParent, answerRequests, threadData } from './answer-requests.ts';
import { createAskedCalls } from './asked-platform.ts';
import { answerWith } from './threaded-exporter.ts';

function workOnStore({ file }: StoreFile): ExportWork {
  const { db } = openReader(file);
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const companies = createCompanyRepository(db);
  const context = {
    ledgers: createLedgersRepository(db).read,
    companyName: async (caller: Caller) => (await companies.read(caller)).name,
    clock,
  };
  return cancellableExportWork(context, (signal) => retryingPlatform(platform, clock, signal));
}

/** Its parent repeats the calls. */
function workElsewhere(ask: AskParent): ExportWork {
  const { ledgers, companyName, ...platform } = createAskedCalls(ask);
  return cancellableExportWork({ ledgers, companyName, clock }, () => platform);
}

const store = threadData<StoreFile | null>();
const work = store === null ? null : workOnStore(store);
answerRequests(answerWith(work, workElsewhere, clock));
