import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { cancellation, ExportError } from '../../../../electron/exports/export-error.ts';
import { answerRequests } from '../../../../electron/workers/answer-requests.ts';
import { answerOf, type ExportAnswer } from '../../../../electron/workers/export-answer.ts';
import type { ExportThreadRequest } from '../../../../electron/workers/threaded-exporter.ts';

export type Fate = 'exit' | 'wait' | 'loop' | 'full memory' | 'failing platform';

/** Leaves half a file, and then does not come to an end that is good. */
answerRequests<ExportThreadRequest, ExportAnswer<never>>((request, _report, signal) => {
  if (request.kind === 'write') writeFileSync(request.asked.part, 'half of a f');
  return FATES[workerData as Fate](signal);
});

const FATES: Readonly<Record<Fate, (signal: AbortSignal) => Promise<ExportAnswer<never>>>> = {
  exit: () => process.exit(3),
  wait: (signal) => {
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancellation()));
    });
    return answerOf(cancelled);
  },
  loop: () => {
    for (;;);
  },
  'full memory': async () => {
    const rows: number[][] = [];
    for (;;) rows.push(new Array(100_000).fill(0.5));
  },
  'failing platform': () => {
    const cause = new Error('no such table');
    return answerOf(Promise.reject(new ExportError('source_failed', 'It fails.', { cause })));
  },
};
