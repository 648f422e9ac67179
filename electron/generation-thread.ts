import {
  type GenerationRequest,
  type GenerationThreadData,
  generateShops,
} from './platform/embedded/demo/generate/generate-shops.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { fillNewStore } from './store/bulk/fill-new-store.ts';
import { answerRequests } from './threads/answer-requests.ts';
import { threadData } from './threads/thread-data.ts';

const { file, progress } = threadData<GenerationThreadData>();
const millionths = new Int32Array(progress);

answerRequests((request: GenerationRequest) =>
  fillNewStore({ file }, (load) =>
    generateShops(request, {
      load,
      hasher: createPasswordHasher(),
      onProgress: (part) => Atomics.store(millionths, 0, Math.round(part * 1_000_000)),
    }),
  ),
);
