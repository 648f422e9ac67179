import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitOpenExchanges } from '../../../../electron/base/open-exchanges.ts';
import { createTlsServer, SERVICE_LIMITS } from '../../../../electron/service/server/create-server.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UNEXPECTED = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n';
const unlimited = () => undefined;

const KINDS = {
  plain: async () => createServer(unlimited),
  encrypted: async () => createTlsServer(await makeCertificate({ names: ['localhost'] }), SERVICE_LIMITS, unlimited),
};

/** Starts a server that sends no responses by itself, and a client that has sent `lines` and reads on request. */
async function startWith(kind: keyof typeof KINDS, lines: string) {
  const server: Server = await KINDS[kind]();
  const answers: ServerResponse[] = [];
  const { log, records } = createLogRecorder();
  limitOpenExchanges(server, (_message, response) => void answers.push(response), log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const to = { port, host: '127.0.0.1' };
  const client: Socket = kind === 'plain' ? connect(to) : connectEncrypted({ ...to, rejectUnauthorized: false });
  let isEnded = false;
  client
    .on('error', () => undefined)
    .on('close', () => {
      isEnded = true;
    });
  client.write(lines);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { server, client, answers, records, isEnded: () => isEnded };
}

describe.each(['plain', 'encrypted'] as const)('a client that reads no responses, over a %s connection', (kind) => {
  it('has 8 requests processed at a time, and the next one as each is answered', async () => {
    const { client, answers } = await startWith(kind, REQUEST.repeat(60));
    client.resume();
    await expect.poll(() => answers.length).toBe(8);

    for (const expected of [9, 10, 11]) {
      answers[expected - 9]?.end('answered');
      await expect.poll(() => answers.length).toBe(expected);
    }
    for (let at = 3; at < 60; at += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(at);
      answers[at]?.end('answered');
    }
    expect(answers).toHaveLength(60);
  });

  it('that sends a thousand requests is disconnected, and nothing more is processed', async () => {
    const { server, client, answers, records, isEnded } = await startWith(kind, REQUEST.repeat(1_000));
    client.resume();
    await expect.poll(isEnded).toBe(true);

    expect(answers.length).toBeLessThanOrEqual(8);
    expect(records).toMatchObject([{ level: 40, unanswered: 100 }]);
    const open = await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    expect(open).toBe(0);
  });

  it('gains nothing by an Expect header, which Node passes to another handler', async () => {
    const { answers, isEnded } = await startWith(kind, UNEXPECTED.repeat(1_000));
    await expect.poll(isEnded).toBe(true);

    expect(answers.length).toBeLessThanOrEqual(8);
  });
});
