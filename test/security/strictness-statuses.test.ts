import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { API_ERRORS } from '../../electron/service/server/api-error.ts';
import { SERVICE_LIMITS } from '../../electron/service/server/create-server.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { LABELS, shapeBreaks } from './support/strict-tally.ts';
import { exchangeBytes } from './support/strict-wire.ts';

const QUICK = { ...SERVICE_LIMITS, headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 25 };

let service: SignedInService;
let failing: SignedInService;
beforeAll(async () => {
  const fail = (thrown: Error) => async () => {
    throw thrown;
  };
  const listReference = fail(new PlatformError('unavailable', 'away')) as Platform['listReference'];
  const methods = { listReference, findOrder: fail(new Error('inside')) };
  service = await startStandInService({ limits: QUICK });
  failing = await startStandInService({ methods });
});
afterAll(async () => {
  await service.stop();
  await failing.stop();
});

const LOGIN = 'POST /api/auth/login';
const json = (body: string) => `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const guess = json('{"account":"a","email":"b","password":"c"}');

/** The shortest way to each status that the service gives; `TOKEN` is the bearer token of a user. */
const WAYS: ReadonlyMap<number, string> = new Map([
  [400, `${LOGIN}|${json('{}')}`],
  [401, 'GET /api/me|\r\n'],
  [403, 'GET /health|Origin: null\r\n\r\n'],
  [404, 'GET /nowhere|\r\n'],
  [405, 'PUT /health|\r\n'],
  [408, 'GET /health|'],
  [413, `${LOGIN}|${json(' '.repeat(17_000))}`],
  [415, `${LOGIN}|${guess.replace('application/json', 'text/plain')}`],
  [417, 'GET /health|Expect: more\r\n\r\n'],
  [429, `${LOGIN}|${guess}`],
  [431, `GET /health|X: ${'x'.repeat(40_000)}\r\n\r\n`],
  [500, 'GET /api/orders/1|Authorization: Bearer TOKEN\r\n\r\n'],
  [501, 'FETCH /health|\r\n'],
  [502, 'GET /api/shops|Authorization: Bearer TOKEN\r\n\r\n'],
]);

describe('the statuses of errors', () => {
  it('are the documented ones', () => {
    // 503 is for load balancers alone: see test/service/launch/server.test.ts.
    const { not_ready: _, ...told } = API_ERRORS;
    const known = Object.values(told).map(({ status }) => status);
    expect(new Set(known)).toEqual(new Set(WAYS.keys()));
    for (const { status, label } of Object.values(API_ERRORS)) expect(label).toBe(LABELS[status]);
  });

  it.each([...WAYS])('%i can be provoked and has the standard form', async (status, way) => {
    const [line = '', rest = ''] = way.split('|');
    const { port, token } = status >= 500 ? failing : service;
    const lines = `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${rest.replace('TOKEN', token)}`;
    const once = () => exchangeBytes(port, Buffer.from(lines), status === 408 ? 'wait' : 'end');
    // Six failures in a row are what it takes to be throttled.
    if (status === 429) for (let failures = 0; failures < 6; failures += 1) await once();
    const [answer] = await once();
    expect(answer?.status).toBe(status);
    expect(answer && shapeBreaks(answer)).toEqual([]);
  });
});
