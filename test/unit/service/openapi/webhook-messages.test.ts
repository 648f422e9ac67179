import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createDeltaCursors } from '../../../../electron/service/security/delta-cursors.ts';
import { RETRY_SCHEDULE } from '../../../../electron/webhooks/attempt-delivery.ts';
import {
  createSignedHeaders,
  formatBatchBody,
  formatPingBody,
  newMessageId,
} from '../../../../electron/webhooks/webhook-message.ts';
import { BatchMessage, PingMessage, WEBHOOK_MESSAGES } from '../../../../shared/contract/webhook-message.ts';
import {
  eventExample,
  MAX_EVENTS_PER_DELIVERY,
  SIGNED_EXAMPLE,
  WEBHOOK_EVENTS,
} from '../../../../shared/contract/webhook-records.ts';
import { listMismatches } from '../../../support/contract-check.ts';
import { describeContract, listOperations } from '../../../support/described-contract.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { isGenuine } from '../../webhooks/second-verifier.ts';

const document = describeContract();
const text = document.info.description;
const sentAt = Number(SIGNED_EXAMPLE.timestamp) * 1000;
const EVENT_ID = /evt_[\w-]{22}/;
const changed = (id: number) => ({
  ...{ id, version: id, record: null, change: 'delete' as const },
  changed_at: '2026-10-25T02:30:00+01:00',
});

describe('the webhook messages of the OpenAPI document', () => {
  it('are those of the contract, each a POST that needs no token', () => {
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_MESSAGES.map(({ name }) => name));
    for (const { post } of Object.values(document.webhooks)) {
      expect(post).toMatchObject({ tags: ['Webhooks'], security: [], requestBody: { required: true } });
      expect(post.description).toMatch(/\n\nImplements: specification, \S[^\n]+\.$/);
    }
    const operations = [...listOperations(document).values(), ...Object.values(document.webhooks).map((w) => w.post)];
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it.each(Object.entries(document.webhooks))('list for %s the headers that are sent', (_, { post }) => {
    const message = { id: newMessageId(), timestampS: 1, body: '{}' };
    const sent = Object.keys(createSignedHeaders(message, [SIGNED_EXAMPLE.secret]));
    const always = post.parameters?.filter(({ required }) => required).map(({ name }) => name);
    expect(always).toEqual(sent);
    const further = post.parameters?.filter(({ required }) => !required).map(({ name }) => name);
    expect(further).toEqual(['webhook-replay']);
  });

  it.each(Object.entries(document.webhooks))('document for %s what a response leads to', (_, { post }) => {
    expect(Object.keys(post.responses).sort()).toEqual(['2XX', '410', 'default']);
    expect(post.responses.default?.headers).toHaveProperty('Retry-After');
  });

  it.each(WEBHOOK_EVENTS)('describe the message of %s as it is written', (type) => {
    for (const count of [1, MAX_EVENTS_PER_DELIVERY]) {
      const changes = Array.from({ length: count }, (_, index) => changed(index + 1));
      expect(listMismatches(BatchMessage, JSON.parse(formatBatchBody(1, type, changes, sentAt)))).toEqual([]);
    }
  });

  it('describe a ping as it is written', () => {
    expect(listMismatches(PingMessage, JSON.parse(formatPingBody(sentAt)))).toEqual([]);
  });

  it('allow no other field, event or type', () => {
    const body = JSON.parse(formatBatchBody(1, 'order.updated', [changed(1)], sentAt));
    const most = Array.from({ length: MAX_EVENTS_PER_DELIVERY + 1 }, (_, index) => changed(index + 1));
    expect(listMismatches(BatchMessage, { ...body, records: [] })).not.toEqual([]);
    expect(listMismatches(BatchMessage, { ...body, type: 'ping' })).not.toEqual([]);
    expect(listMismatches(BatchMessage, JSON.parse(formatBatchBody(1, 'order.updated', most, sentAt)))).not.toEqual([]);
  });
});

describe('the example of a webhook message', () => {
  const { secret, id, timestamp, signature, body } = SIGNED_EXAMPLE;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };

  it('is written and signed byte for byte', () => {
    const { record_id, version, occurred_at } = eventExample;
    const change = { ...changed(record_id), version, changed_at: occurred_at };
    const written = formatBatchBody(1, 'order.updated', [change], sentAt);
    expect(written.replace(EVENT_ID, eventExample.id)).toBe(body);
    expect(eventExample.id).toMatch(EVENT_ID);
    expect(id.replace(/[\w-]{22}$/, '')).toBe(newMessageId().replace(/[\w-]{22}$/, ''));
    expect(createSignedHeaders({ id, timestampS: Number(timestamp), body }, [secret])).toEqual(headers);
  });

  it('is accepted by another implementation', () => {
    expect(isGenuine({ headers, body }, secret, sentAt)).toBe(true);
    expect(isGenuine({ headers, body: `${body} ` }, secret, sentAt)).toBe(false);
    expect(new Webhook(secret).sign(id, new Date(sentAt), body)).toBe(signature);
  });

  it('is in the text and in the document', () => {
    for (const part of [secret, id, timestamp, signature, body]) expect(text).toContain(` ${part}\n`);
    const shown = document.webhooks.batch?.post;
    expect(JSON.stringify(shown?.requestBody?.content['application/json']?.example)).toBe(body);
    const examples = shown?.parameters?.filter(({ required }) => required).map(({ example }) => example);
    expect(examples).toEqual([id, timestamp, signature]);
  });
});

describe('the chapter on webhooks', () => {
  it('documents the actual retry schedule', () => {
    const delays = RETRY_SCHEDULE.map(inWords);
    expect(text.replaceAll('\n', ' ')).toContain(`${delays.slice(0, -1).join(', ')} and ${delays.at(-1)} after`);
    expect(RETRY_SCHEDULE).toHaveLength(9);
    const days = RETRY_SCHEDULE.reduce((sum, delay) => sum + delay, 0) / 86_400_000;
    expect(days).toBeCloseTo(3 + 3.5 / 24, 1);
  });

  it.each([
    ['where to begin', 'POST /api/webhooks/{id}/ping'],
    ['that redirects fail', 'a redirect'],
    ['that a message may come twice', 'The same message may come twice'],
    ['that versions in between have no event', 'sent has no event'],
    ['that messages have no order', 'No order between messages'],
    ['what is in an event', 'ids and versions only'],
  ])('documents %s', (_, words) => {
    expect(text.replaceAll('\n', ' ')).toContain(words);
  });
});

describe('the descriptions of webhooks', () => {
  const descriptionOf = (name: string) => listOperations(document).get(name)?.description ?? '';

  it('promise no more than is implemented', () => {
    expect(descriptionOf('POST /api/webhooks')).not.toContain('every change');
    expect(descriptionOf('POST /api/webhooks')).toContain('at least once and at its latest version');
    expect(descriptionOf('POST /api/webhooks/{id}/enable')).toContain('given up at or after the time it was disabled');
  });

  it('say when enabling is refused', () => {
    expect(descriptionOf('POST /api/webhooks/{id}/enable')).toContain('Returns 400 and stays disabled');
  });

  it('use the same webhook and delivery in all examples', () => {
    const ids = [...listOperations(document)]
      .filter(([name]) => name.includes('/api/webhooks/{id}'))
      .flatMap(([, { parameters = [] }]) => parameters.filter((parameter) => parameter.in === 'path'));
    expect(new Set(ids.map(({ name, example }) => `${name} ${example}`))).toEqual(new Set(['id 1', 'delivery_id 2']));
  });
});

describe('the examples of cursors', () => {
  const cursors = createDeltaCursors({ key: new Uint8Array(32), clock: { now: () => sentAt } });
  const real = cursors.write(STAND_IN_CALLER, 'orders', '48211');

  it.each(['/api/products/delta', '/api/orders/delta'])('of %s look like real ones', (path) => {
    const shown = JSON.stringify(document.paths[path]?.get);
    const examples = shown.match(/"v1\.[\w-]{102}"/g) ?? [];
    expect(`"${real}"`).toMatch(/^"v1\.[\w-]{102}"$/);
    expect(examples).toHaveLength(2);
    expect(shown).not.toContain('eyJ');
  });
});

function inWords(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}
