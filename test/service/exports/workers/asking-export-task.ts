import { createAskedCalls } from '../../../../electron/workers/asked-platform.ts';
import { answerExportRequest } from '../../../../electron/workers/export-workers.ts';
import { createTask, getPoolData } from '../../../../electron/workers/tasks.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';

/** Has no store: all rows come from the main thread. Uses the time that it was given as the date of the files. */
const clock = createFixedClock(getPoolData<string>());
const company = { ledgers: async () => ({}), companyName: async () => '' };

export default createTask(
  answerExportRequest((_isElsewhere, { ask }) => ({ ...company, platform: createAskedCalls(ask), clock }), clock),
);
