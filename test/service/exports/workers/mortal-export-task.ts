import { writeFileSync } from 'node:fs';
import { createCancellation, ExportError } from '../../../../electron/exports/export-error.ts';
import type { ExportTaskRequest } from '../../../../electron/workers/export-workers.ts';
import { createTask, getPoolData } from '../../../../electron/workers/tasks.ts';

export type Fate = 'exit' | 'wait' | 'loop' | 'full memory' | 'failing platform';

/** Writes half a file, and then fails in the requested way. */
export default createTask<ExportTaskRequest, never>((request, { signal }) => {
  if (request.kind === 'write') writeFileSync(request.input.part, 'half of a f');
  return FATES[getPoolData<Fate>()](signal);
});

const FATES: Readonly<Record<Fate, (signal: AbortSignal) => Promise<never>>> = {
  exit: () => process.exit(3),
  wait: (signal) => {
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(createCancellation()));
    });
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
    return Promise.reject(new ExportError('source_failed', 'It fails.', { cause }));
  },
};
