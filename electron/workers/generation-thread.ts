import { createPasswordHasher } from '../base/password-hasher.ts';
import { type GenerationRequest, type GenerationThreadData, generateShops } from '../platform/demo/generate-shops.ts';
import { fillNewStore } from '../store/demo/bulk-load.ts';
import { answerRequests, threadData } from './answer-requests.ts';

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
