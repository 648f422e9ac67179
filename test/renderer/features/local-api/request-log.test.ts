import { describe, expect, it } from 'vitest';
import { appendRequests, MAX_REQUESTS, NO_REQUESTS } from '../../../../renderer/features/local-api/request-log.ts';
import { requestOf, requestsUpTo } from './local-api-world.ts';

describe('the log of requests', () => {
  it('puts new requests on top', () => {
    const first = appendRequests(NO_REQUESTS, { entries: requestsUpTo(2), newest: 2 });
    const second = appendRequests(first, { entries: [requestOf(4), requestOf(3)], newest: 4 });
    expect(second.entries.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('continues from the newest number even if the user may not see that request', () => {
    expect(appendRequests(NO_REQUESTS, { entries: [], newest: 9 })).toEqual({ entries: [], newest: 9 });
  });

  it('stays the same object if nothing came, so nothing is rendered again', () => {
    const log = appendRequests(NO_REQUESTS, { entries: requestsUpTo(2), newest: 2 });
    expect(appendRequests(log, { entries: [], newest: 2 })).toBe(log);
  });

  it('holds only the latest ones', () => {
    const log = appendRequests(NO_REQUESTS, { entries: requestsUpTo(MAX_REQUESTS + 7), newest: 507 });
    expect(log.entries).toHaveLength(MAX_REQUESTS);
    expect(log.entries.at(-1)?.number).toBe(8);
  });
});
