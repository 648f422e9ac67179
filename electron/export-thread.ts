import { exportWorkOn } from './exports/export-work.ts';
import { patientPlatform } from './exports/patient-platform.ts';
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
const embedded = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
const platform = patientPlatform(embedded, clock);
const work = exportWorkOn({ platform, ledgers: createLedgersRepository(db).read, clock });

answerRequests(answerWith(work, clock));
