import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '../../electron/service/server/create-server.ts';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { listMismatches } from '../support/contract-check.ts';
import { type Answer, exchangeRaw, parseAnswers } from '../support/http-exchange.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const QUICK = { ...SERVICE_LIMITS, headersTimeoutMs: 150, requestTimeoutMs: 300, timeoutCheckMs: 25 };
const service = await openPerFile(startStandInService);
const quick = await openPerFile(() => startStandInService({ limits: QUICK }));
const hostOf = ({ port }: SignedInService) => `Host: 127.0.0.1:${port}\r\n`;

async function onlyAnswer(port: number, lines: string): Promise<Answer> {
  const answers = parseAnswers(await exchangeRaw(port, lines));
  expect(answers).toHaveLength(1);
  return answers[0] as Answer;
}

function expectStandardError(answer: Answer, status: number): void {
  const body: unknown = JSON.parse(answer.text);
  expect(listMismatches(ErrorBody, body)).toEqual([]);
  expect(body).toMatchObject({ status, request_id: answer.headers['x-request-id'] });
  expect(answer).toMatchObject({
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    },
  });
}

describe('bytes that are not HTTP', () => {
  it.each([
    ['a line of noise', 'HELLO\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nnonsense\r\n\r\n'],
    ['an unknown version', 'GET /health HTTP/9.9\r\n\r\n'],
    ['HTTP/2 in the clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ])('%s gets the usual 400', async (_, lines) => {
    expectStandardError(await onlyAnswer(service.port, lines), 400);
  });
});

/** A proxy in front of the service could read each of these as another request, or as two. */
describe('a request that can be read in two ways', () => {
  const get = (headers: string) => `GET /health HTTP/1.1\r\n${hostOf(service)}${headers}\r\n`;
  const post = (headers: string, body: string) =>
    `POST /api/auth/login HTTP/1.1\r\n${hostOf(service)}Content-Type: application/json\r\n${headers}\r\n${body}`;

  it.each([
    ['a space before the colon', 'X-A : 1\r\n'],
    ['a folded header', 'X-A: 1\r\n 2\r\n'],
    ['a header without a name', ': 1\r\n'],
    ['a NUL in a header', 'X-A: 1\0\r\n'],
    ['a lone carriage return', 'X-A: 1\rX-B: 2\r\n'],
    ['a lone line feed', 'X-A: 1\nX-B: 2\r\n'],
  ])('gets a 400 that ends the connection, by its headers: %s', async (_, headers) => {
    expectStandardError(await onlyAnswer(service.port, get(headers)), 400);
  });

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{} '],
    ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n', '{}'],
    ['a list of lengths', 'Content-Length: 2, 2\r\n', '{}'],
    ['a negative length', 'Content-Length: -1\r\n', ''],
    ['a length with a sign', 'Content-Length: +2\r\n', '{}'],
    ['a length in another base', 'Content-Length: 0x2\r\n', '{}'],
    ['a length beyond all numbers', 'Content-Length: 99999999999999999999\r\n', '{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '{}'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '0\r\n\r\n'],
    ['chunks of a wrong size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['chunks of an endless size', 'Transfer-Encoding: chunked\r\n', 'ffffffffffffffffff\r\n{}'],
    ['a chunk that ends with a line feed', 'Transfer-Encoding: chunked\r\n', '2\n{}\r\n0\r\n\r\n'],
    ['chunks twice', 'Transfer-Encoding: chunked, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a coding after chunks', 'Transfer-Encoding: chunked, gzip\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a coding instead of chunks', 'Transfer-Encoding: identity\r\n', '{}'],
    ['a coding that looks like chunks', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
  ])('gets a 400 that ends the connection, by its length: %s', async (_, headers, body) => {
    expectStandardError(await onlyAnswer(service.port, post(headers, body)), 400);
  });

  it('ends where its length says: what follows is the next request, and nothing inside is one', async () => {
    const next = get('Connection: close\r\n');
    const statusesOf = async (lines: string) =>
      parseAnswers(await exchangeRaw(service.port, lines)).map(({ status }) => status);
    expect(await statusesOf(post('Content-Length: 2\r\n', `{}${next}`))).toEqual([400, 200]);
    expect(await statusesOf(`${get('Content-Length: 2\r\n')}{}${next}`)).toEqual([200, 200]);
    const hidden = `Connection: close\r\nContent-Length: ${next.length}\r\n`;
    expect(await statusesOf(post(hidden, next))).toEqual([400]);
  });
});

describe('a method that the parser of Node does not know', () => {
  it.each(['FETCH', 'get', 'X-RAY'])('gets the usual 501: %s', async (method) => {
    const answer = await onlyAnswer(service.port, `${method} /api/shops HTTP/1.1\r\n${hostOf(service)}\r\n`);
    expectStandardError(answer, 501);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: 'Not Implemented',
      message: 'This service does not know the method of the request. GET /docs lists the methods of each path.',
    });
  });

  it('gets a 501 after an answered request on the same connection', async () => {
    const lines = `GET /health HTTP/1.1\r\n${hostOf(service)}\r\nFETCH /health HTTP/1.1\r\n${hostOf(service)}\r\n`;
    const statuses = parseAnswers(await exchangeRaw(service.port, lines)).map(({ status }) => status);
    expect(statuses).toEqual([200, 501]);
  });
});

describe('sizes', () => {
  it('accepts a query string of 16 KiB and answers a longer one with 400', async () => {
    const { token } = service;
    const query = (length: number) => `q=${'x'.repeat(length - 2)}`;
    const full = await service.refusal('GET', `/api/products?${query(16 * 1024)}`, { token });
    expect(full.message).toContain('q must be at most 200 characters');
    const over = await service.refusal('GET', `/api/products?${query(16 * 1024 + 1)}`, { token });
    expect(over).toMatchObject({ status: 400, message: expect.stringContaining('16 KiB') });
  });

  it('answers headers beyond the limit with 431', async () => {
    const lines = `GET /health HTTP/1.1\r\n${hostOf(service)}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`;
    expectStandardError(await onlyAnswer(service.port, lines), 431);
  });

  it('answers a body beyond 16 KiB with 413, even if its length is not declared', async () => {
    const body = `{"account":"${'x'.repeat(17_000)}"}`;
    expect((await service.refusal('POST', '/api/auth/login', { body })).status).toBe(413);
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const head = `POST /api/auth/login HTTP/1.1\r\n${hostOf(service)}Content-Type: application/json\r\n`;
    const answer = await onlyAnswer(service.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expectStandardError(answer, 413);
  });
});

describe('slow clients', () => {
  it('get a 408 if their headers do not arrive', async () => {
    expectStandardError(await onlyAnswer(quick.port, `GET /health HTTP/1.1\r\n${hostOf(quick)}`), 408);
  });

  it('get a 408 if their body does not arrive', async () => {
    const head = `POST /api/auth/login HTTP/1.1\r\n${hostOf(quick)}Content-Type: application/json\r\n`;
    expectStandardError(await onlyAnswer(quick.port, `${head}Content-Length: 50\r\n\r\n{"acc`), 408);
  });

  it('are disconnected if they send nothing', async () => {
    const closed = new Promise((resolve) => connect(quick.port, '127.0.0.1').resume().on('close', resolve));
    await expect(closed).resolves.toBe(false);
  });

  it('are checked every second against the limits of the product; headers have a shorter limit than the request', () => {
    expect(SERVICE_LIMITS.headersTimeoutMs).toBeLessThanOrEqual(SERVICE_LIMITS.requestTimeoutMs);
    expect(SERVICE_LIMITS.requestTimeoutMs).toBeLessThanOrEqual(15_000);
    expect(SERVICE_LIMITS.timeoutCheckMs).toBeLessThanOrEqual(1_000);
  });
});

describe('expectations and upgrades', () => {
  it('refuses an unknown expectation with 417', async () => {
    const answer = await service.send('GET', '/health', { headers: { expect: 'a-miracle' } });
    expect(answer.status).toBe(417);
    expect(listMismatches(ErrorBody, JSON.parse(answer.text))).toEqual([]);
  });

  it('checks the host before the expectation', async () => {
    const headers = { expect: 'a-miracle', host: 'evil.example' };
    expect((await service.refusal('GET', '/health', { headers })).status).toBe(403);
  });

  it('refuses an unsupported transfer coding', async () => {
    const head = `POST /api/auth/login HTTP/1.1\r\n${hostOf(service)}Content-Type: application/json\r\n`;
    const rest = 'Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    const [answer] = parseAnswers(await exchangeRaw(service.port, head + rest));
    expect(answer).toMatchObject({ status: 400 });
    expect(answer?.text).toContain('Transfer-Encoding');
  });

  it('lets a client wait for 100-continue', async () => {
    const body = '{}';
    const head = `POST /api/auth/login HTTP/1.1\r\n${hostOf(service)}Content-Type: application/json\r\n`;
    const rest = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n${body}`;
    const statuses = parseAnswers(await exchangeRaw(service.port, head + rest)).map(({ status }) => status);
    expect(statuses).toEqual([100, 400]);
  });

  it('ignores an upgrade and answers the request', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await service.send('GET', '/health', { headers })).status).toBe(200);
  });
});
