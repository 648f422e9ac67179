import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { answerOf, type ExportAnswer } from '../../../../electron/exports/threads/export-answer.ts';
import type { ExportThreadRequest } from '../../../../electron/exports/threads/export-requests.ts';
import { answerRequests } from '../../../../electron/threads/answer-requests.ts';

export type Fate = 'exit' | 'wait' | 'full memory' | 'fault' | 'failing platform';

/** Leaves half a file, and then does not come to an end that is good. */
answerRequests<ExportThreadRequest, ExportAnswer<never>>((request) => {
  if (request.kind === 'write') writeFileSync(request.asked.part, 'half of a f');
  return FATES[workerData as Fate]();
});

const FATES: Readonly<Record<Fate, () => Promise<ExportAnswer<never>>>> = {
  exit: () => process.exit(3),
  wait: () => new Promise(() => {}),
  'full memory': async () => {
    const rows: number[][] = [];
    for (;;) rows.push(new Array(100_000).fill(0.5));
  },
  'failing platform': () => {
    const cause = new Error('no such table');
    return answerOf(Promise.reject(new ExportError('source_failed', 'It fails.', { cause })));
  },
  fault: () => Promise.reject(new TypeError('rows is not iterable')),
};
