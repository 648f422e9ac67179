import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { listMismatches } from '../support/contract-check.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { openFixturePlatform } from '../support/fixture-platform.ts';
import type { Answer } from '../support/http-exchange.ts';
import { listRoutes } from '../support/routes-of.ts';
import { NOW, startService } from '../support/running-service.ts';
import { CALLER, CREDENTIALS } from '../support/shop-fixture.ts';
import { createStandInPlatform } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerFile } from '../support/test-scope.ts';
import { pickBySize } from '../support/test-size.ts';
import { insertDelivery } from '../support/webhook-rows.ts';
import { type DrawnRequest, drawRequest, mutationsOf, pathIdsOf, written } from './support/drawn-requests.ts';

/** Requests are made from the schemas of the contract, so new endpoints are attacked automatically. */
const SEED = 20_261_126;
const VALID = pickBySize({ quick: 3, full: 150 });
/** The number of valid requests that are broken in every way. */
const SPOILT = pickBySize({ quick: 1, full: 8 });

/** Pages are tested in docs-page.test.ts. */
const ENDPOINTS = CONTRACT_ENDPOINTS.filter(({ mediaType }) => mediaType === undefined).map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
}));

const UNKNOWN_ID = 424_242;
/** Must be in no answer. */
const CANARY = 'canary-7f3a';

const WRITTEN_TABLES = [
  ...(['webhooks', 'webhook_deliveries', 'webhook_attempts', 'webhook_idempotency'] as const),
  ...(['tokens', 'sign_in_failures', 'sign_in_proofs'] as const),
];

const service = await openPerFile(openService);

/** Signs everybody in, and its records have members beyond the contract at every depth. */
async function openService() {
  const { platform, store, clock } = await openFixturePlatform({ now: NOW });
  const signIn: Platform['signIn'] = async (request) =>
    request.account === CREDENTIALS.owner.account ? platform.signIn(request) : CALLER.accountant;
  const service = await startService({ store, clock, platform: talkative({ ...platform, signIn }) });
  const token = await service.signIn(CREDENTIALS.owner);
  const { db } = store;
  return {
    ...service,
    token,
    /** The rows of all tables that a call of the API may write. */
    readWrittenRows: () => Promise.all(WRITTEN_TABLES.map((table) => db.selectFrom(table).selectAll().execute())),
    /** A webhook of the owner with one delivery that has ended and one that is pending. */
    async plantWebhook() {
      await db.deleteFrom('webhooks').execute();
      await db.deleteFrom('webhook_idempotency').execute();
      const { id } = await subscribeTestWebhook(service, token);
      const ended = await insertDelivery(db, id);
      const waiting = await insertDelivery(db, id, { status: 'pending', next_attempt_at: Date.parse('2027-01-01') });
      return { id, deliveries: [ended.id, waiting.id] };
    },
    async stop() {
      await service.stop();
      await store.close();
    },
  };
}

function talkative(platform: Platform): Platform {
  return new Proxy(platform, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => withFurtherMembers(await Reflect.apply(member, target, given));
    },
  });
}

function withFurtherMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFurtherMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withFurtherMembers(member)]);
  return { ...Object.fromEntries(members), secret: CANARY, _upstream: { rows: [{ secret: CANARY }] } };
}

/** The path of an endpoint with ids of existing or missing records. */
async function pathFor({ path }: Endpoint, pathIds: readonly number[], { pick, isFound }: DrawnRequest) {
  if (!path.startsWith('/api/webhooks')) {
    const id = isFound ? (pathIds[pick % pathIds.length] ?? UNKNOWN_ID) : UNKNOWN_ID;
    return path.replace('{id}', String(id));
  }
  const { id, deliveries } = await service.plantWebhook();
  const deliveryId = String(deliveries[pick % deliveries.length]);
  return path.replace('{id}', String(isFound ? id : UNKNOWN_ID)).replace('{delivery_id}', deliveryId);
}

function send(method: string, path: string, { query, headers, body }: ReturnType<typeof written>): Promise<Answer> {
  return service.send(method, query === '' ? path : `${path}?${query}`, { token: service.token, headers, body });
}

/** What is wrong with an error, whatever its reason; empty if it has the form of the contract. */
function errorDepartures({ status, headers, text }: Answer): string[] {
  const body = JSON.parse(text);
  const isConsistent = body.status === status && body.request_id === headers['x-request-id'];
  return [...listMismatches(ErrorBody, body), ...(isConsistent ? [] : [`status or request id differ: ${text}`])];
}

/** Whether the message of an error contains the word. */
function isNamedIn({ text }: Answer, word: string): boolean {
  const { message }: { message: string } = JSON.parse(text);
  return message
    .toLowerCase()
    .split(/[^\w-]+/)
    .includes(word.toLowerCase());
}

/** Members in which an answer repeats the request. */
function echoOf({ query }: Endpoint, { query: asked }: DrawnRequest, body: Readonly<Record<string, unknown>>) {
  const names = ['q', 'start', 'limit', 'from', 'to', 'until'].filter((name) => name in asked && name in body);
  const cap = Number(query?.properties.limit?.['x-cap' as never]);
  const read = (name: string) => (name === 'limit' ? Math.min(Number(asked[name]), cap) : asked[name]);
  return {
    asked: names.map((name) => `${name} ${name === 'start' ? Number(asked[name]) : read(name)}`),
    answered: names.map((name) => `${name} ${body[name]}`),
  };
}

describe.each(ENDPOINTS)('$name', ({ endpoint }) => {
  const { method, path, status: success = 200, response } = endpoint;
  const hasId = path.includes('{id}');

  it('answers a valid request as the contract says', async () => {
    let succeeded = 0;
    const property = fc.asyncProperty(drawRequest(endpoint), async (request) => {
      const answer = await send(method, await pathFor(endpoint, pathIdsOf(endpoint), request), written(request));

      const { status, text } = answer;
      expect(text).not.toContain(CANARY);
      if (status !== success) {
        expect(hasId, text).toBe(true);
        expect(errorDepartures(answer)).toEqual([]);
        // A delivery may have ended or be pending.
        const isOfState = request.isFound && path.includes('{delivery_id}') && /delivery/i.test(text);
        expect(status, text).toBe(isOfState ? 400 : 404);
        if (!isOfState) expect(request.isFound, text).toBe(false);
        return;
      }
      succeeded += 1;
      expect(hasId && !request.isFound, text).toBe(false);
      if (success === 204) return;
      const body = JSON.parse(text);
      expect(listMismatches(response, body)).toEqual([]);
      const { asked, answered } = echoOf(endpoint, request, body);
      expect(answered).toEqual(asked);
    });
    await fc.assert(property, { seed: SEED, numRuns: VALID });
    expect(succeeded).toBeGreaterThan(0);
  });

  it('refuses a request that breaks the contract in one way, names the problem, and changes nothing', async () => {
    const wrong: string[] = [];
    for (const request of fc.sample(drawRequest(endpoint), { seed: SEED, numRuns: SPOILT })) {
      const target = await pathFor(endpoint, pathIdsOf(endpoint), { ...request, isFound: true });
      const before = await service.readWrittenRows();
      for (const { what, named, ...sent } of mutationsOf(endpoint, request)) {
        const answer = await send(method, target, sent);
        const isSound = answer.status === 400 && isNamedIn(answer, named) && errorDepartures(answer).length === 0;
        if (!isSound) wrong.push(`${what} (${named}): ${answer.status} ${answer.text}`);
      }
      expect(await service.readWrittenRows()).toEqual(before);
    }
    expect(wrong).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('the endpoints of the contract', () => {
  it('are the routes of the service, and the only others are pages and the endpoint for assistants', () => {
    const routes = listRoutes(service.app).filter((route) => !/^HEAD | \/docs\/| \/mcp$/.test(route));
    expect(routes.sort()).toEqual(CONTRACT_ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

describe('a platform that fails behind every endpoint that reads', () => {
  /** Two endpoints need the platform only to identify the caller. */
  const ASKING = ENDPOINTS.filter(
    ({ name, endpoint }) => name.startsWith('GET /api/') && endpoint.access === 'user' && !/(me|sessions)$/.test(name),
  );

  it.each([
    ['by its own error', new PlatformError('unavailable', CANARY, { cause: new Error(CANARY) }), 502],
    ['by any other', Object.assign(new Error(`${CANARY} at /home/olga/till.sqlite`), { statusCode: 404 }), 500],
  ])('%s is reported without its reason', async (_how, thrown, expected) => {
    const { getCapabilities, signIn, identify, ...methods } = createStandInPlatform();
    const fail = async () => {
      throw thrown;
    };
    const failing = await startStandInService({
      methods: Object.fromEntries(Object.keys(methods).map((name) => [name, fail])),
    });
    for (const { endpoint } of ASKING) {
      const [request] = fc.sample(drawRequest(endpoint), { seed: SEED, numRuns: 1 });
      const { query } = written(request as DrawnRequest);
      const target = `${endpoint.path.replace('{id}', '1')}?${query}`;
      const answer = await failing.send('GET', target, { token: failing.token });
      expect([target, answer.status]).toEqual([target, expected]);
      expect(errorDepartures(answer)).toEqual([]);
      expect(JSON.stringify([answer.headers, answer.text])).not.toContain(CANARY);
    }
    await failing.stop();
  });
});
