import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { openReader, type StoreFile } from '../store/store-connections.ts';
import { answerCallsOf, movedOf } from './answer-platform-calls.ts';
import { answerRequests, threadData } from './answer-requests.ts';

const { file } = threadData<StoreFile>();
const { db } = openReader(file);

const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });

answerRequests(answerCallsOf(platform), movedOf);
