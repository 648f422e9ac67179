import { cancellableExportWork, type ExportWork } from '../../../../electron/exports/exporter.ts';
import { answerRequests, threadData } from '../../../../electron/workers/answer-requests.ts';
import { createAskedCalls } from '../../../../electron/workers/asked-platform.ts';
import { answerWith } from '../../../../electron/workers/threaded-exporter.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';

/** Has no store: all rows come from its parent. Dates what it writes by the time that it was given. */
const clock = createFixedClock(threadData<string>());
const none: ExportWork = {
  write: () => Promise.reject(new Error('there is no store')),
  compare: () => Promise.reject(new Error('there is no store')),
};
const context = { ledgers: async () => ({}), companyName: async () => '', clock };

answerRequests(answerWith(none, (ask) => cancellableExportWork(context, () => createAskedCalls(ask)), clock));
