import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readReceiverTarget } from '../../electron/webhooks/receiver-address-rules.ts';
import {
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  type Subscription,
} from '../../shared/contract/webhook-records.ts';
import { describeContract, listOperations } from '../support/described-contract.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { RECEIVER, SUBSCRIPTION } from '../support/subscribed-webhook.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

const subscribe = (body: object, headers: Record<string, string> = {}) =>
  service.send('POST', '/api/webhooks', {
    token: service.tokens.owner,
    body: { ...SUBSCRIPTION, ...body },
    headers,
  });

const document = describeContract();
const members = document.components.schemas.Subscription?.properties as Record<string, object> | undefined;
const schemaOf = (name: keyof typeof Subscription.properties) => members?.[name] ?? {};
/** Whether an independent JSON Schema validator accepts the value by the description. */
const isDescribed = (schema: object, value: string) => new Ajv2020({ strict: false }).compile(schema)(value);

const ACCENT = '\u0301';
const FAMILY = '👨‍👩‍👧';

describe('the length limit of a description', () => {
  const max = MAX_WEBHOOK_DESCRIPTION_LENGTH;
  it.each([
    ['plain characters', 'x', max],
    ['characters beyond 16 bits', '🧾', max],
    ['letters with a combining accent', `e${ACCENT}`, max / 2],
    ['family emoji of five characters each', FAMILY, max / 5],
  ])('is the one in the API document for %s', async (_, character, most) => {
    for (const [count, status] of [
      [most, 201],
      [most + 1, 400],
    ] as const) {
      const description = character.repeat(count);
      expect((await subscribe({ description })).status).toBe(status);
      expect(isDescribed(schemaOf('description'), description)).toBe(status === 201);
    }
  });

  it('counts each combining accent as a character', async () => {
    const { status, text } = await subscribe({ description: `e${ACCENT.repeat(1_000)}` });
    expect(status).toBe(400);
    expect(JSON.parse(text).message).toBe('description must be at most 200 characters long.');
  });
});

describe('the length limit of an address', () => {
  const begin = `${RECEIVER}?`;
  const room = MAX_WEBHOOK_URL_LENGTH - begin.length;

  it('is the one in the API document', async () => {
    for (const [url, status] of [
      [`${begin}${'x'.repeat(room)}`, 201],
      [`${begin}${'x'.repeat(room + 1)}`, 400],
    ] as const) {
      expect(url.startsWith(begin)).toBe(true);
      expect((await subscribe({ url })).status).toBe(status);
      expect(isDescribed(schemaOf('url'), url)).toBe(status === 201);
    }
  });

  it.each([
    ['characters beyond 16 bits', '🧾', 12],
    ['accents', ACCENT, 6],
  ])('counts %s as encoded in an address, as the API document says', (_, character, written) => {
    const most = Math.floor(room / written);
    expect(readReceiverTarget(`${begin}${character.repeat(most)}`)).toMatchObject({ ok: true });
    expect(readReceiverTarget(`${begin}${character.repeat(most + 1)}`)).toEqual({
      ok: false,
      reason: 'url must be at most 2048 characters long.',
    });
    expect(schemaOf('url')).toMatchObject({ description: expect.stringContaining('after percent-encoding') });
  });
});

describe('the length limit of a key', () => {
  const header = listOperations(document)
    .get('POST /api/webhooks')
    ?.parameters?.find(({ name }) => name === 'Idempotency-Key');

  it.each([
    ['as many as allowed', 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH), 201],
    ['one more', 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1), 400],
    ['a letter that is not ASCII', 'k\u00e9', 400],
  ])('is the one in the API document for %s', async (_, key, status) => {
    expect((await subscribe({}, { 'idempotency-key': key })).status).toBe(status);
    expect(isDescribed(header?.schema ?? {}, key)).toBe(status === 201);
  });
});
