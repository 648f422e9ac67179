import { StoreError } from '../../../electron/store/store-error.ts';
import { answerRequests } from '../../../electron/workers/answer-requests.ts';

/** Stands in the place of the thread that makes the demo shops. */
answerRequests(() => {
  throw new StoreError('unavailable', 'The disk is full.');
});
