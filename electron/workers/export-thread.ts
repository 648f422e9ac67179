import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { retryingExportWork } from '../exports/exporter.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { answerRequests, threadData } from './answer-requests.ts';
import { answerWith } from './threaded-exporter.ts';

const { file } = threadData<StoreFile>();
const { db } = openReader(file);
const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
const companies = createCompanyRepository(db);
const work = retryingExportWork({
  ...{ platform, ledgers: createLedgersRepository(db).read, clock },
  companyName: async (caller) => (await companies.read(caller)).name,
});

answerRequests(answerWith(work, clock));
