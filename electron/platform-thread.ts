import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { answerCallsOf, movedOf } from './platform/threads/answer-calls.ts';
import { systemClock as clock } from './session/clock.ts';
import { openReader, type StoreFile } from './store/open-reader.ts';
import { answerRequests } from './threads/answer-requests.ts';
import { threadData } from './threads/thread-data.ts';

const { file } = threadData<StoreFile>();
const { db } = openReader(file);

const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });

answerRequests(answerCallsOf(platform), movedOf);
