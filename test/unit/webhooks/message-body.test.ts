import { describe, expect, it } from 'vitest';
import {
  formatBatchBody,
  formatPingBody,
  getEventId,
  newMessageId,
} from '../../../electron/webhooks/webhook-message.ts';

const AT = Date.UTC(2026, 9, 1, 8, 15, 4);
const changed = (id: number, version: number) => ({
  ...{ id, version, record: null },
  change: 'upsert' as const,
  changed_at: '2026-10-01T10:15:02+02:00',
});

describe('message body', () => {
  it('names changes without the content of the records', () => {
    expect(JSON.parse(formatBatchBody(1, 'order.updated', [changed(7, 3), changed(5, 4)], AT))).toEqual({
      type: 'batch',
      timestamp: '2026-10-01T10:15:04+02:00',
      data: {
        events: [7, 5].map((record_id, index) => ({
          id: getEventId({
            accountId: 1,
            type: 'order.updated',
            recordId: record_id,
            version: index + 3,
            changedAt: '2026-10-01T10:15:02+02:00',
          }),
          type: 'order.updated',
          occurred_at: '2026-10-01T10:15:02+02:00',
          record_id,
          version: index + 3,
        })),
      },
    });
    expect(JSON.parse(formatPingBody(AT)).type).toBe('ping');
  });

  it('has at most 20 kB with a hundred events of the largest ids', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const changes = Array.from({ length: 100 }, (_, n) => changed(most - n, most - n));
    const bytes = Buffer.byteLength(formatBatchBody(most, 'product.updated', changes, AT));
    expect(bytes).toBeGreaterThan(15_000);
    expect(bytes).toBeLessThanOrEqual(20_000);
  });

  it('gives each message a different id without a full stop', () => {
    const ids = Array.from({ length: 1_000 }, newMessageId);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.filter((id) => !/^msg_[\w-]{22}$/.test(id))).toEqual([]);
  });
});

describe('eventId', () => {
  const change = {
    accountId: 1,
    type: 'order.updated' as const,
    recordId: 12,
    version: 3,
    changedAt: '2026-10-01T10:15:02+02:00',
  };

  it('is always the same for the same change', () => {
    expect(getEventId({ ...change })).toBe(getEventId(change));
    expect(getEventId(change)).toMatchInlineSnapshot(`"evt_M84xpvppy2cDjxpzxrK_Ws"`);
  });

  it('differs with each of its parts', () => {
    const others = [
      { accountId: 2 },
      { type: 'product.updated' as const },
      { recordId: 1, version: 23 },
      { recordId: 123 },
      { version: 4 },
      { changedAt: '2026-10-01T10:15:03+02:00' },
    ].map((part) => getEventId({ ...change, ...part }));
    expect(new Set([getEventId(change), ...others]).size).toBe(7);
  });
});
