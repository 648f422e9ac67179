import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeWebhook } from '../../shared/contract/webhooks.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { RECEIVER, subscribed } from '../support/subscribed-webhook.ts';
import { sized } from '../support/test-size.ts';
import { insertDelivery } from '../support/webhook-rows.ts';
import { repeatedNames } from './support/oracle-body.ts';
import { WEBHOOK_ENDPOINTS } from './support/oracle-endpoints.ts';
import { judgeQuery } from './support/oracle-query.ts';
import { queriesFor } from './support/strict-queries.ts';
import { KNOWN } from './support/strict-service.ts';

/** Every run draws the same requests; a failure prints the path that leads to its own. */
const SEED = 20_261_121;

const BODIES = sized({ quick: 600, full: 3_000 });

const QUERIES = sized({ quick: 300, full: 1_000 });

let service: FixtureService;

let token: string;

beforeAll(async () => {
  service = await startFixtureService();
  token = service.tokens.owner;
});

afterAll(() => service.stop());

const empty = () => service.store.db.deleteFrom('webhooks').execute();

const countWebhooks = async () => (await service.store.db.selectFrom('webhooks').select('id').execute()).length;

const text = (value: unknown) => JSON.stringify(value);

const json = fc.oneof(
  fc.constantFrom('null', 'true', '0', '1e2', '[]', '{}', '""', '" "', '["order.updated"]', '"order.updated"'),
  fc.constantFrom('{"a":1,"a":2}', '"\\u0000"', '"\\ud83e\\udd94"', '[[]]', '[null]', '{"length":1}'),
  fc.json({ maxDepth: 2 }),
);

const url = fc.oneof(
  { weight: 9, arbitrary: fc.constant(text(RECEIVER)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2020, 2021, 2100).map((length) => text(`https://a.example/${'x'.repeat(length)}`)),
  },
  { weight: 1, arbitrary: json },
);

const events = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('["order.updated"]', '["product.updated"]', '["product.updated","order.updated"]'),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom('order.updated', 'product.updated'), { maxLength: 3 }).map(text),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('["Order.Updated"]', '["order.updated",null]', '["order.updated "]'),
  },
  { weight: 1, arbitrary: json },
);

const description = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map(text) },
  { weight: 1, arbitrary: fc.constantFrom(199, 200, 201).map((length) => text('x'.repeat(length))) },
  { weight: 1, arbitrary: json },
);

const UNKNOWN = 'id|secret|account_id|user_id|location_id|status|__proto__|constructor|URL|url |Events|';

const member = fc.oneof(
  fc.tuple(fc.constant('url'), url),
  fc.tuple(fc.constant('events'), events),
  fc.tuple(fc.constant('description'), description),
  fc.tuple(fc.constantFrom(...UNKNOWN.split('|')), json),
);

const write = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([name, value]) => `${text(name)}:${value}`).join(',')}}`;

const bodies = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(url, events, fc.array(member, { maxLength: 1 }))
      .map(([to, of, more]) => write([['url', to], ['events', of], ...more])),
  },
  { weight: 2, arbitrary: fc.array(member, { maxLength: 4 }).map(write) },
  { weight: 1, arbitrary: json },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '{', '[{}]', `{"url":${' '.repeat(17_000)}1}`) },
);

const named = (message: string, names: readonly string[]) =>
  names.length === 0 || names.some((name) => message.includes(name.slice(0, 100)));

describe('a body of a subscription', () => {
  it('is accepted as the contract says, or refused by the name of its member without any effect', async () => {
    let accepted = 0;
    const property = fc.asyncProperty(bodies, async (body) => {
      const verdict = judgeSubscription(body);
      const answer = await service.send('POST', '/api/webhooks', { token, body });
      const summary = `${body.slice(0, 300)}: ${answer.status} ${answer.text}`;
      if (verdict.isAccepted) {
        expect(answer.status, summary).toBe(201);
        accepted += 1;
        await empty();
        return;
      }
      expect(answer.status, summary).toBe(verdict.status);
      expect(named(JSON.parse(answer.text).message, verdict.named), summary).toBe(true);
      expect(await countWebhooks()).toBe(0);
    });
    await fc.assert(property, { numRuns: BODIES, seed: SEED });
    process.stdout.write(`strictness of webhooks: ${BODIES} bodies, ${accepted} accepted, 0 differences\n`);
    expect(accepted).toBeGreaterThan(BODIES / 10);
    expect('polluted' in {}).toBe(false);
  });

  it('must be JSON of at most 16 KiB', async () => {
    const body = text({ url: RECEIVER, events: ['order.updated'] });
    const send = (type: string) =>
      service.refusal('POST', '/api/webhooks', { token, body, headers: { 'content-type': type } });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await send(type)).status).toBe(415);
    }
    expect(await countWebhooks()).toBe(0);
  });
});

describe('a query of the delivery log', () => {
  it('means what the contract says, or is refused by the name of its parameter', async () => {
    const { id } = await subscribed(service, token);
    for (let made = 0; made < 3; made += 1) await insertDelivery(service.store.db, id);
    const [endpoint] = WEBHOOK_ENDPOINTS.filter(({ name }) => name === 'GET /api/webhooks/{id}/deliveries');
    if (!endpoint) throw new Error('the oracle has no delivery log');
    const property = fc.asyncProperty(queriesFor(endpoint), async (query) => {
      const verdict = judgeQuery(endpoint, query, KNOWN.owner);
      const target = `/api/webhooks/${id}/deliveries${query === '' ? '' : `?${query}`}`;
      const answer = await service.send('GET', target, { token });
      expect(answer.status, `${query}: ${answer.text}`).toBe(verdict.isAccepted ? 200 : 400);
      if (!verdict.isAccepted) return;
      const { start, limit, status = 'delivered' } = verdict.query;
      const { data, ...page } = JSON.parse(answer.text);
      const total = status === 'delivered' ? 3 : 0;
      expect(page).toEqual({ start, limit, total, count: data.length });
      expect(data).toHaveLength(Math.max(0, Math.min(Number(limit), total - Number(start))));
    });
    await fc.assert(property, { numRuns: QUERIES, seed: SEED });
    await empty();
  });

  it.each(WEBHOOK_ENDPOINTS.filter(({ parameters }) => Object.keys(parameters).length === 0))(
    'is refused where none is allowed: $name',
    async ({ name }) => {
      const [method = '', path = ''] = name.split(' ');
      const target = `${path.replaceAll(/\{\w+\}/g, '1')}?x=1`;
      const { status, message } = await service.refusal(method, target, { token });
      expect([status, message]).toEqual([400, expect.stringContaining('x')]);
    },
  );
});

describe('an id in the path of a webhook', () => {
  const FORMS = '-1|+1|1.0|1e0|0x1|1%20|%201|1%00|1x|1,2|%EF%BC%91|NaN|null|{id}|:id|*|9999999999999999'.split('|');

  it.each(FORMS)('that is %s is a path that does not exist', async (form) => {
    for (const { name } of WEBHOOK_ENDPOINTS.filter((endpoint) => endpoint.name.includes('{id}'))) {
      const [method = '', path = ''] = name.split(' ');
      const target = path.replaceAll(/\{\w+\}/g, form);
      const answer = await service.send(method, target, { token });
      expect([answer.status, JSON.parse(answer.text).message]).toEqual([
        404,
        'This path does not exist. GET /docs lists those that do.',
      ]);
    }
  });
});

describe('the methods of webhooks', () => {
  it('are those of the contract, any other is 405', async () => {
    const paths = new Set(WEBHOOK_ENDPOINTS.map(({ name }) => name.split(' ')[1] ?? ''));
    expect(paths).toContain(subscribeWebhook.path);
    for (const path of paths) {
      const known = WEBHOOK_ENDPOINTS.filter(({ name }) => name.endsWith(` ${path}`)).map(
        ({ name }) => name.split(' ')[0],
      );
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (known.includes(method)) continue;
        const target = path.replaceAll(/\{\w+\}/g, '1');
        expect((await service.refusal(method, target, { token })).status, `${method} ${path}`).toBe(405);
      }
    }
  });
});

const EVENTS = ['order.updated', 'product.updated'];

const MOST_BYTES = 16 * 1024;

/** What section 9 of the contract lets a subscription be; `named`: a refusal has to name one of these. */
type SubscriptionVerdict =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly status: 400 | 413; readonly named: readonly string[] };

const refused = (...named: string[]): SubscriptionVerdict => ({ isAccepted: false, status: 400, named });

function judgeSubscription(text: string): SubscriptionVerdict {
  if (Buffer.byteLength(text) > MOST_BYTES) return { isAccepted: false, status: 413, named: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused();
  }
  const repeated = repeatedNames(text);
  if (repeated.length > 0) return refused(...repeated);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused();
  const wrong = Object.entries({ url: undefined, events: undefined, ...value })
    .filter(([name, member]) => !isRight(name, member))
    .map(([name]) => name);
  return wrong.length > 0 ? refused(...wrong) : { isAccepted: true };
}

function isRight(name: string, member: unknown): boolean {
  switch (name) {
    case 'url':
      return typeof member === 'string' && [...member].length <= 2048 && isReceiver(member);
    case 'events': {
      if (!Array.isArray(member) || member.length === 0) return false;
      return member.every((event) => EVENTS.includes(event)) && new Set(member).size === member.length;
    }
    case 'description':
      return typeof member === 'string' && [...member].length <= 200 && [...member].every(isPrintable);
    default:
      return false;
  }
}

/** Neither a control character nor a mark that turns a line or breaks it; said by code point, not by pattern. */
function isPrintable(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  const marks = [0x61c, 0x200e, 0x200f, 0xfeff];
  const isControl = point < 0x20 || (point >= 0x7f && point <= 0x9f);
  const queue = (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  return !isControl && !queue && !marks.includes(point);
}

/** The receivers of the tests: names below `.example`. */
function isReceiver(text: string): boolean {
  return /^https:\/\/[a-z.]+\.example\//.test(text);
}
