import { describe, expect, it } from 'vitest';
import { toLostExport } from '../../../electron/workers/export-workers.ts';
import { WorkerError } from '../../../electron/workers/worker-pool.ts';

const OUT_OF_MEMORY = new WorkerError('The worker ended before it answered.', {
  cause: Object.assign(new Error('worker out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }),
});

describe('an export whose worker crashes', () => {
  it.each([
    ['write', undefined, { code: 'not_written', reason: null }],
    ['write', OUT_OF_MEMORY, { code: 'not_written', reason: 'out-of-memory' }],
    ['compare', OUT_OF_MEMORY, { code: 'not_comparable', reason: 'out-of-memory' }],
    ['compare', undefined, { code: 'not_comparable', reason: 'not-comparable' }],
  ] as const)('fails with its reason: %s, %s', (kind, cause, failure) => {
    expect(toLostExport(kind, cause)).toMatchObject(failure);
  });
});
