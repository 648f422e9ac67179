import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_API_PORT } from '../../electron/config/config.ts';
import { PlatformError, type PlatformErrorCode } from '../../electron/platform/platform-error.ts';
import type { OpenApiDocument } from '../../electron/service/openapi/openapi-document.ts';
import { SERVICE_LIMITS } from '../../electron/service/server/create-server.ts';
import { DatabaseAwayError } from '../../electron/store/store-error.ts';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { MAX_PINGS_PER_MINUTE, MAX_REPLAYS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import { listWebhooks, pingWebhook, subscribeWebhook } from '../../shared/contract/webhooks.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { type Answer, exchangeRaw, parseAnswers } from '../support/http-exchange.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { insertDelivery } from '../support/webhook-rows.ts';

const LOGIN = '/api/auth/login';
const WRONG = { ...STAND_IN_CREDENTIALS, password: 'wrong' };
const limits = { ...SERVICE_LIMITS, headersTimeoutMs: 150, requestTimeoutMs: 300, timeoutCheckMs: 25 };

const clock = createFixedClock('2026-10-01T10:00:00+02:00');
const failing = (code: PlatformErrorCode, message: string) => async (): Promise<never> => {
  throw new PlatformError(code, message);
};

let service: SignedInService;
let document: OpenApiDocument;
beforeAll(async () => {
  const methods = {
    readChanges: async () => ({ rows: [], total: 0, next: 'v0', hasMore: false }),
    listStock: failing('unavailable', 'a host of the inside'),
    readReport: failing('rejected', 'The book year 2025 is closed.'),
    listOrders: async () => {
      throw new DatabaseAwayError('The database db.example cannot be used.');
    },
    listCustomers: failing('busy', 'somebody else is asking'),
    listOrderItems: failing('session_ended', 'over'),
    listOrderPayments: failing('not_offered', 'The platform does not offer /api/payment-providers.'),
  };
  service = await startStandInService({ clock, limits, methods });
  document = (await service.read(readOpenApi)) as OpenApiDocument;
});
afterAll(() => service.stop());

type Sending = Parameters<SignedInService['send']>[2];

const get = (target: string, sending?: Sending) => service.send('GET', target, { token: service.token, ...sending });
const signIn = (sending: Sending) => service.send('POST', LOGIN, sending);
const raw = async (lines: string) => parseAnswers(await exchangeRaw(service.port, lines))[0];

/** How to cause each error that the description shows. */
const PROVOKED: Readonly<Record<string, () => Promise<Answer | undefined>>> = {
  'a parameter that is missing': () => get('/api/orders'),
  'an id that does not exist in a query': () => get('/api/orders?from=2026-10-01&shop_id=3'),
  'no valid token': () => service.send('GET', '/api/shops', { token: 'unknown' }),
  'a key that is not valid': () => service.send('GET', '/api/shops', { token: 'tdk_unknown' }),
  'wrong credentials': () => signIn({ body: { ...WRONG, account: 'unknown' } }),
  'a role that does not reach': refusedOfTheStaff,
  'a foreign host': () => get('/health', { headers: { host: 'evil.example' } }),
  'an id that does not exist in a path': () => get('/api/products/1'),
  'a slow client': () => raw('GET /health HTTP/1.1\r\n'),
  'a large body': () => signIn({ body: 'x'.repeat(17_000) }),
  'another type': () => signIn({ body: 'x', headers: { 'content-type': 'text/plain' } }),
  'another expectation': () => get('/health', { headers: { expect: 'cake' } }),
  'a try before the pause is over': async () => {
    for (let failures = 1; failures <= 5; failures += 1) await signIn({ body: WRONG });
    clock.advance(1_000);
    await signIn({ body: WRONG });
    return signIn({ body: WRONG });
  },
  'a crowd of sign-ins': refusedOfACrowd,
  'a ping too many': pingTooMany,
  'a replay too many': replayTooMany,
  'a long query': () => raw(`GET /health?${'x'.repeat(33_000)} HTTP/1.1\r\n\r\n`),
  'any fault': () => get('/api/products'),
  'a platform that cannot be reached': () => get('/api/stock'),
  'a platform elsewhere that is busy': () => get('/api/customers'),
  'a platform that ended the sign-in': () => get('/api/order-items?from=2026-10-01'),
  'what an older platform lacks': () => get('/api/order-payments?from=2026-10-01'),
  'a stop': refusedAtStop,
  'a database that cannot be used': () => get('/api/orders?from=2026-10-01'),
  'a business reason': () => get('/api/financial-report?from=2026-10-01'),
};

async function refusedAtStop(): Promise<Answer> {
  const begun = Promise.withResolvers<void>();
  const methods = {
    listStock: () => {
      begun.resolve();
      return new Promise<never>(() => {});
    },
  };
  const stopping = await startStandInService({ methods });
  const answer = stopping.send('GET', '/api/stock', { token: stopping.token });
  await begun.promise;
  stopping.app.refuseOpenCalls();
  const refused = await answer;
  await stopping.stop();
  return refused;
}

async function refusedOfTheStaff(): Promise<Answer> {
  const clerk = { ...STAND_IN_CALLER, roles: ['staff' as const] };
  const staffed = await startStandInService({ methods: { identify: async () => clerk } });
  const refused = await staffed.send('GET', listWebhooks.path, { token: staffed.token });
  await staffed.stop();
  return refused;
}

async function pingTooMany(): Promise<Answer> {
  const { token } = service;
  const body = { url: 'https://hooks.example/', events: ['order.updated'] };
  const { id } = await service.call(subscribeWebhook, { token, body });
  for (let pings = 0; pings < MAX_PINGS_PER_MINUTE; pings += 1) await service.call(pingWebhook, { token, id });
  return service.send('POST', pingWebhook.path.replace('{id}', String(id)), { token });
}

async function replayTooMany(): Promise<Answer> {
  const replaying = await startFixtureService();
  const token = replaying.tokens.owner;
  const { id } = await subscribeTestWebhook(replaying, token);
  const { db } = replaying.store;
  const { id: delivery } = await insertDelivery(db, id);
  const now = replaying.clock.now();
  for (let replays = 0; replays < MAX_REPLAYS_PER_MINUTE; replays += 1) {
    await insertDelivery(db, id, { replay_of: delivery, created_at: now, ended_at: now });
  }
  const refused = await replaying.send('POST', `/api/webhooks/${id}/deliveries/${delivery}/replay`, { token });
  await replaying.stop();
  return refused;
}

async function refusedOfACrowd(): Promise<Answer> {
  const gate = Promise.withResolvers<typeof STAND_IN_CALLER>();
  const crowded = await startStandInService({
    methods: {
      signIn: ({ email }) => (email === STAND_IN_CREDENTIALS.email ? Promise.resolve(STAND_IN_CALLER) : gate.promise),
    },
  });
  const attempts = Array.from({ length: 37 }, (_, index) =>
    crowded.send('POST', LOGIN, { body: { ...STAND_IN_CREDENTIALS, email: `${index}@crowd.example` } }),
  );
  const refused = await Promise.race(attempts);
  gate.resolve(STAND_IN_CALLER);
  await Promise.all(attempts);
  await crowded.stop();
  return refused;
}

/** The errors that the description shows, each as `status message hint`. */
function shownErrors(): string[] {
  const contents = Object.values(document.components.responses).flatMap(({ content }) => Object.values(content ?? {}));
  const documented = contents.flatMap(({ examples = {} }) => Object.values(examples));
  return documented.map(({ value }) => sentenceOf(value as ErrorBody));
}

const sentenceOf = ({ status, message, hint = '' }: ErrorBody) => `${status} ${message} ${hint}`;

describe('the errors of the description', () => {
  const answered: string[] = [];

  it.each(Object.entries(PROVOKED))('include the answer to %s', async (_, provoke) => {
    const answer = await provoke();
    // The description has the usual port, and this service another one.
    const sentence = sentenceOf(JSON.parse(answer?.text ?? '{}')).replaceAll(/(?<=:)\d+/g, String(DEFAULT_API_PORT));
    answered.push(sentence);
    expect(shownErrors()).toContain(sentence);
  });

  it('include nothing that is never returned', () => {
    expect(answered.toSorted()).toEqual(shownErrors().toSorted());
  });

  it('are all used by some operation', () => {
    const used = JSON.stringify(document.paths);
    for (const name of Object.keys(document.components.responses)) {
      expect(used).toContain(`#/components/responses/${name}`);
    }
  });
});
