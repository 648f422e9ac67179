import { workerData } from 'node:worker_threads';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { answerCallsOf, movedOf } from './platform/threads/answer-calls.ts';
import { systemClock as clock } from './session/clock.ts';
import { openReader } from './store/open-reader.ts';
import { answerRequests } from './threads/answer-requests.ts';

const { db } = openReader(workerData.file);

const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });

answerRequests(answerCallsOf(platform), movedOf);
