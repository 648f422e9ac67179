import { describe, expect, it } from 'vitest';
import { createWrittenLedger } from '../../abuse/kill-loop/ledgers.ts';
import { BEGUN, changeOf } from './sample-run.ts';

const RECORD = '1/orders/5001';

describe('createWrittenLedger', () => {
  it.each([
    ['is there', changeOf({ version: 7 }), []],
    ['was written over later', changeOf({ version: 8, state: '["refunded"]' }), []],
    ['has an older version', changeOf({ version: 6 }), [RECORD]],
    ['has its version and another content', changeOf({ version: 7, state: '["refunded"]' }), [RECORD]],
    ['has its version and is gone', changeOf({ version: 7, state: null }), [RECORD]],
    ['is another record', changeOf({ version: 7, id: 5002 }), [RECORD]],
  ])('looks for an acknowledged write where what is found %s', (_, found, lost) => {
    const written = createWrittenLedger(BEGUN);
    written.acknowledge([changeOf({ version: 5 }), changeOf({ version: 7 })]);
    expect(written.look([found])).toEqual({ lost, unfed: [] });
    expect(written.lookAtAll([found])).toEqual({ lost, unfed: [] });
    expect(written.acknowledged).toBe(2);
  });

  it('looks each time for what was acknowledged since, and for everything when asked to', () => {
    const written = createWrittenLedger(BEGUN);
    written.acknowledge([changeOf({})]);
    expect(written.awaited()).toMatchObject([{ account: 1, feed: 'orders', id: 5001 }]);
    expect(written.look([]).lost).toEqual([RECORD]);
    expect(written.awaited()).toEqual([]);
    expect(written.look([]).lost).toEqual([]);
    expect(written.lookAtAll([]).lost).toEqual([RECORD]);
  });

  it.each([
    ['no change', changeOf({ version: 0, feedBefore: 8 })],
    ['an earlier change alone', changeOf({ version: 7, feedBefore: 8 })],
    [
      'a change that its location does not see',
      changeOf({ version: 9, versionInUtrecht: 7, feedBefore: 8, isSeenInUtrecht: true }),
    ],
  ])('finds a write that is there, and of which the feed has %s', (_, change) => {
    const written = createWrittenLedger(BEGUN);
    written.acknowledge([change]);
    expect(written.look([change])).toEqual({ lost: [], unfed: [RECORD] });
    expect(written.lookAtAll([change])).toEqual({ lost: [], unfed: [RECORD] });
  });

  it('finds in the end a record that nobody acknowledged, and that the feed does not tell of', () => {
    const written = createWrittenLedger(BEGUN);
    expect(written.lookAtAll([changeOf({ version: 0 })])).toEqual({ lost: [], unfed: [RECORD] });
  });

  it('finds in the end another content under a version that was seen before', () => {
    const written = createWrittenLedger(BEGUN);
    written.look([changeOf({ version: 3 })]);
    const found = changeOf({ version: 3, state: '["refunded"]' });
    expect(written.lookAtAll([found])).toEqual({ lost: [], unfed: [RECORD] });
  });
});
