import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome, Sender } from '../../../electron/webhooks/https-sender.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { type ReceiverOptions, startHttpsReceiver } from '../../support/https-receiver.ts';
import { freePort } from '../../support/local-port.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createReceiverSender, type ReceiverSenderOptions } from '../../support/receiver-sender.ts';

const START = '2026-11-21T09:00:00Z';

async function started(options: ReceiverOptions = {}, parts: Partial<ReceiverSenderOptions> = {}) {
  const receiver = await startHttpsReceiver(options);
  const sender = createReceiverSender({ ca: receiver.ca, ...parts });
  onTestFinished(async () => {
    sender.close();
    await receiver.close();
  });
  return { receiver, sender, url: receiver.url };
}

const send = (sender: Sender, url: string, body = '{"type":"ping"}'): Promise<Outcome> =>
  sender.send({ url, headers: { 'webhook-id': 'msg_1' }, body });

describe('send', () => {
  it('delivers the exact bytes, with the headers', async () => {
    const { receiver, sender, url } = await started();
    expect(await send(sender, `${url}hook?a=1`, '{"name":"Café €"}')).toMatchObject({ status: 204, failure: null });
    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hook?a=1',
        connection: 1,
        body: '{"name":"Café €"}',
        headers: {
          'webhook-id': 'msg_1',
          'user-agent': 'Tilldesk/1.2.3',
          'content-type': 'application/json',
          'content-length': '20',
          host: `localhost:${receiver.port}`,
          connection: 'close',
        },
      },
    ]);
  });

  it('reaches an address as well as a name', async () => {
    const { receiver, sender } = await started();
    expect(await send(sender, `https://127.0.0.1:${receiver.port}/`)).toMatchObject({ status: 204 });
  });

  it('returns the response, and how long it took', async () => {
    const clock = createFixedClock(START);
    const answer = () => {
      clock.advance(250);
      return { status: 503, headers: { 'retry-after': '120' }, text: 'busy' };
    };
    const { sender, url } = await started({ answer }, { clock });
    const outcome = { status: 503, failure: null, retryAfterMs: 120_000, answer: 'busy', durationMs: 250 };
    expect(await send(sender, url)).toEqual(outcome);
  });

  it('checks the address for each message', async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return ['127.0.0.1'];
    };
    const { receiver, sender, url } = await started({}, { resolve });
    for (let sent = 0; sent < 3; sent += 1) await send(sender, url);
    expect([receiver.connectionCount(), lookups]).toEqual([3, 3]);
  });

  it('does not repeat an interrupted message', async () => {
    const { receiver, sender, url } = await started({ answer: () => 'drop' });
    expect(await send(sender, url)).toEqual({
      status: null,
      failure: 'connection',
      answer: '',
      durationMs: expect.any(Number),
    });
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('the duration that send returns', () => {
  it.each([
    ['set back', -3_600_000, 0],
    ['set ahead by days', 5 * 86_400_000, 15_000],
  ])('is within its deadline if the clock is %s meanwhile', async (_, byMs, durationMs) => {
    let now = Date.parse(START);
    const clock = { ...createFixedClock(START), now: () => now };
    const answer = () => {
      now += byMs;
      return { status: 200 };
    };
    const { sender, url } = await started({ answer }, { clock });
    expect(await send(sender, url)).toMatchObject({ status: 200, durationMs });
  });
});

describe('send fails', () => {
  it('with connection, which is logged, if the sender itself fails', async () => {
    const { log, records } = createLogRecorder();
    const { sender, url } = await started({}, { log });
    const message = { url, headers: { 'webhook-id': 'no\nheader' }, body: '' };
    expect(await sender.send(message)).toMatchObject({ status: null, failure: 'connection' });
    expect(records).toMatchObject([{ level: 50, err: { message: expect.stringContaining('Invalid') } }]);
  });

  it.each([
    ['address_refused', () => Promise.reject(new Error('ENOTFOUND'))],
    ['address_refused', async () => []],
    ['address_refused', async () => ['10.0.0.1']],
    ['address_refused', async () => ['127.0.0.1', '10.0.0.1']],
  ])('with %s', async (failure, resolve) => {
    const { receiver, sender, url } = await started({}, { resolve });
    expect(await send(sender, url)).toMatchObject({ status: null, failure, answer: '' });
    expect(receiver.connectionCount()).toBe(0);
  });

  it('with address_refused for a URL that cannot be subscribed', async () => {
    const { sender } = await started();
    expect(await send(sender, 'http://localhost/')).toMatchObject({ failure: 'address_refused' });
    expect(await send(sender, 'https://10.0.0.1/')).toMatchObject({ failure: 'address_refused' });
  });

  it('with connection if nothing listens', async () => {
    const { sender } = await started();
    const url = `https://localhost:${await freePort()}/`;
    expect(await send(sender, url)).toMatchObject({ failure: 'connection' });
  });

  it('with connection if the sender is closed', async () => {
    const arrived = Promise.withResolvers<void>();
    const answer = () => {
      arrived.resolve();
      return 'silence' as const;
    };
    const { sender, url } = await started({ answer });
    const outcome = send(sender, url);
    await arrived.promise;
    sender.close();
    expect(await outcome).toMatchObject({ failure: 'connection' });
  });
});

/** Written to the connection unchanged, which then ends or stays open. */
const raw = (text: string, isEnd = true) => {
  return () =>
    ({ socket }: ServerResponse): void => {
      socket?.write(text);
      if (isEnd) socket?.end();
    };
};

describe('a receiver', () => {
  it.each([
    ['nothing', ''],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['no status', 'HTTP/1.1 \r\n\r\n'],
    ['half of its headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['half of its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'],
    ['half of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
    ['a chunk that is none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('that sends %s and disconnects has not accepted the message', async (_, text) => {
    const { sender, url } = await started({ answer: raw(text) });
    expect(await send(sender, url)).toMatchObject({ status: null, failure: 'connection', answer: '' });
  });

  it('that switches the protocol has not accepted the message', async () => {
    const answer = raw('HTTP/1.1 101 Switch\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', false);
    const { sender, url } = await started({ answer });
    expect(await send(sender, url)).toMatchObject({ status: 101, failure: null, answer: '' });
  });

  it('may send interim responses before the final one', async () => {
    const interim = `HTTP/1.1 103 Hints\r\nLink: <${'a'.repeat(500)}>\r\n\r\n`;
    const { sender, url } = await started({ answer: raw(`${interim.repeat(2_000)}HTTP/1.1 204 Done\r\n\r\n`) });
    expect(await send(sender, url)).toMatchObject({ status: 204, failure: null });
  });

  it('that sends endless headers is read no further than needed', async () => {
    const line = Buffer.from('X-Further: and further and further\r\n'.repeat(1_000));
    let bytes = 0;
    const pour = ({ socket }: ServerResponse) => {
      if (socket === null) throw new Error('the connection is gone');
      socket.write('HTTP/1.1 200 OK\r\n');
      const write = () => {
        while (!socket.destroyed && bytes < 2 ** 30) {
          bytes += line.length;
          if (!socket.write(line)) return;
        }
      };
      socket.on('drain', write).on('error', () => socket.destroy());
      write();
    };
    const { sender, url } = await started({ answer: () => pour });
    expect(await send(sender, url)).toMatchObject({ status: null, failure: 'connection' });
    expect(bytes).toBeLessThan(32 * 2 ** 20);
  });
});

describe('after 15 s send gives up', () => {
  it('on a name server', async () => {
    const clock = createFixedClock(START);
    const asked = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string[]>();
    const resolve = () => {
      asked.resolve();
      return late.promise;
    };
    const { receiver, sender, url } = await started({}, { clock, resolve });
    const outcome = send(sender, url);
    await asked.promise;
    // Node assigns the connection one turn after the request was created.
    await setImmediate();
    clock.advance(15_000);
    expect(await outcome).toEqual({ status: null, failure: 'timeout', answer: '', durationMs: 15_000 });
    late.resolve(['127.0.0.1']);
    await send(createReceiverSender({ ca: receiver.ca }), url);
    expect(receiver.connectionCount()).toBe(1);
  });

  it('on a server that accepts the connection and does not complete the handshake', async () => {
    const clock = createFixedClock(START);
    const server = createServer((socket) => socket.on('error', () => socket.destroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { sender } = await started({}, { clock });
    const connected = once(server, 'connection');
    const outcome = send(sender, `https://localhost:${port}/`);
    await connected;
    clock.advance(15_000);
    expect(await outcome).toMatchObject({ failure: 'timeout' });
  });

  it.each([
    ['never answers', ''],
    ['only says that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['stops within its headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['stops within its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'],
  ])('on a receiver that %s', async (_, raw) => {
    const clock = createFixedClock(START);
    const arrived = Promise.withResolvers<void>();
    const answer = () => (response: { socket: { write(text: string): unknown } | null }) => {
      response.socket?.write(raw);
      arrived.resolve();
    };
    const { sender, url } = await started({ answer }, { clock });
    const outcome = send(sender, url);
    await arrived.promise;
    clock.advance(14_999);
    clock.advance(1);
    expect(await outcome).toMatchObject({ status: null, failure: 'timeout', durationMs: 15_000 });
  });
});
