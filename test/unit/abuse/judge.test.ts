import { describe, expect, it } from 'vitest';
import { createReceivedLedger, createWrittenLedger, judge } from '../../abuse/kill-loop/ledgers.ts';
import { BEGUN, changeOf, messageOf, ORDER_OF_UTRECHT, SEES_ALL, SEES_UTRECHT } from './sample-run.ts';

describe('judge', () => {
  it('is content when every subscriber was told the latest version that they may see', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([
      changeOf({ version: 1 }),
      changeOf({ version: 4, versionInUtrecht: 3, isSeenInUtrecht: false }),
    ]);
    written.look([changeOf({ version: 3, versionInUtrecht: 3 }), changeOf({ version: 4, versionInUtrecht: 3 })]);
    told.receive(messageOf({ version: 4 }));
    told.receive(messageOf({ version: 3, subscriber: SEES_UTRECHT }));
    const subscribers = [SEES_ALL, SEES_UTRECHT];
    expect(judge({ subscribers, written, told })).toEqual({ undelivered: [], neverCommitted: [] });
  });

  it('misses a version that was sent but never accepted', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([changeOf({ version: 1 })]);
    told.receive(messageOf({ version: 1, isAccepted: false }));
    expect(judge({ subscribers: [SEES_ALL], written, told })).toMatchObject({
      undelivered: ['webhook 1 was told version 0 of 1/orders/5001, not 1'],
    });
  });

  it('finds an event of a version that nobody committed', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([changeOf({ version: 1 })]);
    told.receive(messageOf({ version: 2 }));
    expect(judge({ subscribers: [SEES_ALL], written, told })).toMatchObject({
      undelivered: [],
      neverCommitted: [expect.any(String)],
    });
  });

  it('finds an event of another location', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([changeOf({ version: 1, versionInUtrecht: null })]);
    told.receive(messageOf({ version: 1, subscriber: SEES_UTRECHT }));
    expect(judge({ subscribers: [SEES_UTRECHT], written, told })).toMatchObject({
      neverCommitted: [expect.any(String)],
    });
  });

  it('owes nothing of what a subscriber did not ask for', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([ORDER_OF_UTRECHT]);
    const subscribers = [
      { ...SEES_ALL, events: ['product.updated' as const] },
      { ...SEES_ALL, account: 2 },
    ];
    expect(judge({ subscribers, written, told }).undelivered).toEqual([]);
  });

  it('misses a version that was found in the store, and that nobody lived to acknowledge', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([changeOf({ version: 1 })]);
    written.look([changeOf({ version: 2 })]);
    told.receive(messageOf({ version: 1 }));
    expect(judge({ subscribers: [SEES_ALL], written, told })).toMatchObject({
      undelivered: ['webhook 1 was told version 1 of 1/orders/5001, not 2'],
    });
  });

  it('owes what was written although the feed has no change of it', () => {
    const [written, told] = [createWrittenLedger(BEGUN), createReceivedLedger()];
    written.acknowledge([changeOf({ version: 0, versionInUtrecht: null, isSeenInUtrecht: true, feedBefore: 8 })]);
    const subscribers = [SEES_ALL, SEES_UTRECHT];
    expect(judge({ subscribers, written, told })).toMatchObject({
      undelivered: [
        'webhook 1 was told version 0 of 1/orders/5001, not 9',
        'webhook 2 was told version 0 of 1/orders/5001, not 9',
      ],
    });
  });

  it('owes nothing of what the feed had when it was subscribed to', () => {
    const written = createWrittenLedger([{ account: 1, orders: 6, products: 0 }]);
    written.look([changeOf({ version: 7, versionInUtrecht: 6 })]);
    const [told, subscribers] = [createReceivedLedger(), [SEES_UTRECHT]];
    expect(judge({ subscribers, written, told }).undelivered).toEqual([]);
  });
});
