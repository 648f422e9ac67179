import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { login } from '../../shared/contract/auth.ts';
import { exchangeRaw, parseAnswers } from '../support/http-exchange.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { waitFor } from '../support/wait-for.ts';

const NOISE = 'NOISE\r\n\r\n';
const BODY = JSON.stringify({ ...STAND_IN_CREDENTIALS, email: 'slow@stand-in.example' });

let service: SignedInService;
/** Lets the platform answer a sign-in with `BODY`. */
let release: () => void;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  release = gate.resolve;
  service = await startStandInService({
    methods: {
      async signIn({ email }) {
        if (email !== STAND_IN_CREDENTIALS.email) await gate.promise;
        return STAND_IN_CALLER;
      },
    },
  });
  return () => {
    release();
    return service.stop();
  };
});

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${service.port}`, ...headers, '', ''].join('\r\n');
const slowRequest = () =>
  request(`POST ${login.path}`, 'Content-Type: application/json', `Content-Length: ${BODY.length}`) + BODY;
const statusesOf = (received: string) => parseAnswers(received).map(({ status }) => status);
const refusals = () => service.records.filter(({ msg }) => msg === 'refused before there was a request');

/** Sends each line after the next piece of an answer. Returns everything that was received. */
function converse(first: string, ...others: string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(service.port, '127.0.0.1', () => void socket.write(first));
    socket.on('data', (chunk) => {
      received += chunk;
      const next = others.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.on('close', () => resolve(received));
  });
}

describe('bytes that are not HTTP, sent together with a request', () => {
  it('do not prevent the answer; a 400 follows it before the connection ends', async () => {
    const [first, second, ...more] = parseAnswers(await exchangeRaw(service.port, request('GET /health') + NOISE));
    expect(first).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(second).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(JSON.parse(second?.text ?? '')).toEqual({
      error: 'Bad Request',
      message: 'This is not a valid HTTP request.',
      status: 400,
      request_id: second?.headers['x-request-id'],
    });
    expect(more).toEqual([]);
    expect(refusals()).toMatchObject([{ requestId: second?.headers['x-request-id'], status: 400 }]);
  });

  it('are answered after all of several requests, in order', async () => {
    const lines = ['/health', '/nowhere', '/api/me', '/health'].map((path) => request(`GET ${path}`));
    expect(statusesOf(await exchangeRaw(service.port, lines.join('') + NOISE))).toEqual([200, 404, 401, 200, 400]);
  });

  it('wait for a slow answer', async () => {
    const received = exchangeRaw(service.port, slowRequest() + request('GET /health') + NOISE);
    await service.send('GET', '/health');
    expect(refusals()).toEqual([]);
    release();
    expect(statusesOf(await received)).toEqual([200, 200, 400]);
  });

  it('do not mix with the answer to HEAD, which has no body', async () => {
    const received = await exchangeRaw(service.port, request('HEAD /health') + NOISE);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\nHTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('are refused once, however many there are', async () => {
    const received = exchangeRaw(service.port, slowRequest() + NOISE.repeat(3));
    await service.send('GET', '/health');
    release();
    expect(statusesOf(await received)).toEqual([200, 400]);
    expect(refusals()).toHaveLength(1);
  });

  it('may also be a CONNECT request', async () => {
    const tunnel = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n';
    expect(statusesOf(await exchangeRaw(service.port, request('GET /health') + tunnel))).toEqual([200, 400]);
  });
});

describe('bytes that cannot be answered', () => {
  it('after Connection: close are only logged', async () => {
    const received = await exchangeRaw(service.port, request('GET /health', 'Connection: close') + NOISE);
    expect(statusesOf(received)).toEqual([200]);
    expect(refusals()).toMatchObject([{ status: 400 }]);
  });

  it('from a client that disconnected before its first answer are only logged', async () => {
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(slowRequest() + NOISE, () => socket.destroy());
    });
    await waitFor(() => expect(refusals()).toMatchObject([{ status: 400 }]));
    expect(service.records.filter(({ status }) => status === 499)).toHaveLength(1);
  });

  it('in the body of an already answered request end the connection without a second answer', async () => {
    const head = request(`POST /api/nowhere`, 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(statusesOf(await converse(head, 'zz\r\n'))).toEqual([404]);
    expect(refusals()).toMatchObject([{ status: 400 }]);
  });
});
