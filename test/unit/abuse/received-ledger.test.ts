import { beforeEach, describe, expect, it } from 'vitest';
import { createReceivedLedger, type ReceivedLedger } from '../../abuse/kill-loop/ledgers.ts';
import { messageOf, SEES_ALL, SEES_UTRECHT } from './sample-run.ts';

const NOTHING_WRONG = { changedMessages: 0, eventsInTwoMessages: 0, changedEvents: 0 };

describe('createReceivedLedger', () => {
  let told: ReceivedLedger;
  beforeEach(() => {
    told = createReceivedLedger();
  });

  it('takes a message that comes again for a duplicate, and for nothing wrong', () => {
    told.receive(messageOf({ version: 3, isAccepted: false }));
    told.receive(messageOf({ version: 3 }));
    expect(told).toMatchObject({ messages: 2, duplicates: 1, redelivered: 0, delivered: 1, ...NOTHING_WRONG });
    expect([...told.receivedVersions(SEES_ALL)]).toEqual([['1/orders/5001', 3]]);
  });

  it('counts what comes again although it was accepted', () => {
    told.receive(messageOf({ version: 3 }));
    told.receive(messageOf({ version: 3, isAccepted: false }));
    told.receive(messageOf({ version: 3, subscriber: SEES_UTRECHT }));
    expect(told).toMatchObject({ messages: 3, duplicates: 1, redelivered: 1, ...NOTHING_WRONG });
  });

  it('remembers the latest version, in whatever order messages come', () => {
    told.receive(messageOf({ version: 3 }));
    told.receive(messageOf({ version: 2 }));
    expect([...told.receivedVersions(SEES_ALL)]).toEqual([['1/orders/5001', 3]]);
  });

  it('finds a message id with another body', () => {
    told.receive(messageOf({ version: 1 }));
    told.receive(messageOf({ version: 2, messageId: 'msg_1' }));
    expect(told).toMatchObject({ ...NOTHING_WRONG, changedMessages: 1 });
  });

  it('finds an event in two messages to one webhook', () => {
    told.receive(messageOf({ version: 1 }));
    told.receive(messageOf({ version: 1, messageId: 'msg_other' }));
    told.receive(messageOf({ version: 1, messageId: 'msg_third', subscriber: SEES_UTRECHT }));
    expect(told).toMatchObject({ ...NOTHING_WRONG, eventsInTwoMessages: 1 });
  });

  it('finds an event id with another content, also at another webhook', () => {
    told.receive(messageOf({ version: 1 }));
    told.receive(messageOf({ version: 2, eventId: 'evt_1', messageId: 'msg_2', subscriber: SEES_UTRECHT }));
    expect(told).toMatchObject({ ...NOTHING_WRONG, changedEvents: 1 });
  });
});
