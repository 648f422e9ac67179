import { describe, expect, it } from 'vitest';
import { ThreadError } from '../../../electron/workers/thread-messages.ts';
import { threadLost } from '../../../electron/workers/threaded-exporter.ts';

const OUT_OF_MEMORY = new ThreadError('The thread failed.', {
  cause: Object.assign(new Error('worker out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }),
});

describe('a thread that is lost', () => {
  it.each([
    ['write', undefined, { code: 'not_written', reason: null }],
    ['write', OUT_OF_MEMORY, { code: 'not_written', reason: 'out-of-memory' }],
    ['compare', OUT_OF_MEMORY, { code: 'not_comparable', reason: 'out-of-memory' }],
    ['compare', undefined, { code: 'not_comparable', reason: 'not-comparable' }],
  ] as const)('while it was to %s is told with its reason', (kind, cause, told) => {
    expect(threadLost(kind, cause)).toMatchObject(told);
  });
});
