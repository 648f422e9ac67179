import { StoreError } from '../../../electron/store/store-error.ts';
import { createTask } from '../../../electron/workers/tasks.ts';

/** Replaces the task that makes the demo shops. */
export default createTask(() => {
  throw new StoreError('unavailable', 'The disk is full.');
});
