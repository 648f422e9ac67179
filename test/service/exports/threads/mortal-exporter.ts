import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../electron/base/clock.ts';
import { cancellation, ExportError } from '../../../../electron/exports/export-error.ts';
import type { ExportJob } from '../../../../electron/exports/exporter.ts';
import { answerRequests } from '../../../../electron/workers/answer-requests.ts';
import {
  answerOf,
  createThreadedExporter,
  type ExportAnswer,
  type ExportThreadRequest,
} from '../../../../electron/workers/threaded-exporter.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';

const MORTAL_THREAD = fileURLToPath(new URL('./mortal-exporter.ts', import.meta.url));

export const clock = createFixedClock('2026-11-01T12:00:00+01:00');

export const PRICES: ExportRequest = {
  ...{ dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
};

/** A job for the owner that nobody follows or cancels, but for what a test changes. */
export function jobTo(targetPath: string, changes: Partial<ExportJob> = {}): ExportJob {
  const { signal } = new AbortController();
  return { request: PRICES, caller: CALLER.owner, targetPath, tell: () => undefined, signal, ...changes };
}

/** An exporter whose threads leave half a file and come to that end. */
export function mortalExporter(fate: Fate, passing: Clock = clock) {
  const ground = { platform: createStandInPlatform(), ledgers: async () => ({}), clock: passing };
  const exporter = createThreadedExporter(ground, { script: MORTAL_THREAD, data: fate });
  onTestFinished(exporter.close);
  return exporter;
}

type Fate = 'exit' | 'wait' | 'deaf' | 'full memory' | 'fault' | 'failing platform';

/** Leaves half a file, and then does not come to an end that is good. */
answerRequests<ExportThreadRequest, ExportAnswer<never>>((request, _tell, signal) => {
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
  deaf: () => new Promise(() => {}),
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
