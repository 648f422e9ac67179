import type { Caller } from '../base/caller.ts';
import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { retryingPlatform } from '../exports/export-platform.ts';
import { cancellableExportWork } from '../exports/exporter.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { type AskParent, answerRequests, threadData } from './answer-requests.ts';
import { createAskedPlatform } from './asked-platform.ts';
import { answerWith } from './threaded-exporter.ts';

const { file } = threadData<StoreFile>();
const { db } = openReader(file);
const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
const companies = createCompanyRepository(db);
const context = {
  ledgers: createLedgersRepository(db).read,
  companyName: async (caller: Caller) => (await companies.read(caller)).name,
  clock,
};
const work = cancellableExportWork(context, (signal) => retryingPlatform(platform, clock, signal));
// Its parent repeats the calls.
const workElsewhere = (ask: AskParent) => cancellableExportWork(context, () => createAskedPlatform(ask));

answerRequests(answerWith(work, workElsewhere, clock));
