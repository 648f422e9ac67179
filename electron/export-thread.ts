import { patientExportWork } from './exports/patient-export-work.ts';
import { answerWith } from './exports/threads/export-requests.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { systemClock as clock } from './session/clock.ts';
import { createLedgersRepository } from './store/exports/ledgers-repository.ts';
import { openReader, type StoreFile } from './store/open-reader.ts';
import { answerRequests } from './threads/answer-requests.ts';
import { threadData } from './threads/thread-data.ts';

const { file } = threadData<StoreFile>();
const { db } = openReader(file);
const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
const work = patientExportWork({ platform, ledgers: createLedgersRepository(db).read, clock });

answerRequests(answerWith(work, clock));
