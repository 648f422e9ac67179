import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { PartRequest } from '../../../../electron/exports/write-export.ts';
import { answerRequests } from '../../../../electron/threads/answer-requests.ts';

export type Fate = 'exit' | 'wait' | 'full memory' | 'fault';

/** Leaves half a file, and then does not come to an end that is good. */
answerRequests<PartRequest, never>(({ part }) => {
  writeFileSync(part, 'half of a f');
  return FATES[workerData as Fate]();
});

const FATES: Readonly<Record<Fate, () => Promise<never>>> = {
  exit: () => process.exit(3),
  wait: () => new Promise(() => {}),
  'full memory': async () => {
    const rows: number[][] = [];
    for (;;) rows.push(Array.from({ length: 100_000 }, Math.random));
  },
  fault: () => Promise.reject(new TypeError('rows is not iterable')),
};
