import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sender } from '../../electron/webhooks/https-sender.ts';
import { type HttpsReceiver, type ReceiverAnswer, startHttpsReceiver } from '../support/https-receiver.ts';
import { createReceiverSender } from '../support/receiver-sender.ts';

const GIGABYTE = 2 ** 30;
const PIECE = Buffer.alloc(64 * 1024, 'a');

let answer: ReceiverAnswer = 'drop';
let receiver: HttpsReceiver;
let sender: Sender;
beforeAll(async () => {
  receiver = await startHttpsReceiver({ answer: () => answer });
  sender = createReceiverSender({ ca: receiver.ca });
});
afterAll(async () => {
  sender.close();
  await receiver.close();
});

const send = () => sender.send({ url: receiver.url, headers: { 'webhook-id': 'msg_1' }, body: '{}' });
const raw = (text: string, isEnded: boolean) => (response: ServerResponse) => {
  response.socket?.write(text);
  if (isEnded) response.socket?.end();
};

/** Writes as fast as the client reads, up to a gigabyte, and returns the number of bytes. */
function flood(piece: Buffer, begin: (response: ServerResponse) => void) {
  const given = { bytes: 0 };
  const writer = (response: ServerResponse) => {
    const { socket } = response;
    if (socket === null) throw new Error('the connection is gone');
    const write = () => {
      while (!socket.destroyed && given.bytes < GIGABYTE) {
        given.bytes += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    begin(response);
    socket.on('drain', write);
    socket.on('error', () => socket.destroy());
    write();
  };
  return { given, writer };
}

describe('a receiver', () => {
  it('determines the outcome by its status, for every status', async () => {
    const statuses = Array.from({ length: 800 }, (_, index) => 200 + index);
    for (const status of statuses) {
      answer = { status, text: 'x' };
      expect(await send()).toMatchObject({ status, failure: null, retryAfterMs: null });
    }
    process.stdout.write(`receivers: ${statuses.length} statuses, ${receiver.connectionCount()} connections\n`);
    expect(receiver.connectionCount()).toBe(1);
  });

  it.each([100, 102, 103, 199])('may send an interim %i before its answer', async (status) => {
    answer = raw(`HTTP/1.1 ${status} Wait\r\n\r\nHTTP/1.1 204 Done\r\n\r\n`, true);
    expect(await send()).toMatchObject({ status: 204 });
  });

  it('that switches the protocol has not accepted the message', async () => {
    answer = raw('HTTP/1.1 101 Switch\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', false);
    expect(await send()).toMatchObject({ status: 101, failure: null, answer: '' });
  });

  it.each([
    ['nothing', ''],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['no status', 'HTTP/1.1 \r\n\r\n'],
    ['half of its headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['half of its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'],
    ['half of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
    ['a chunk that is none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('that answers %s and breaks off has not accepted the message', async (_, text) => {
    answer = raw(text, true);
    expect(await send()).toMatchObject({ status: null, failure: 'connection', answer: '' });
  });

  it('that sends a body of a gigabyte is read no further than needed', async () => {
    const { given, writer } = flood(PIECE, ({ socket }) => socket?.write('HTTP/1.1 200 OK\r\n\r\n'));
    answer = writer;
    const before = process.memoryUsage().rss;
    const outcome = await send();
    const growth = process.memoryUsage().rss - before;
    process.stdout.write(
      `receivers: of 1 GiB ${(given.bytes / 2 ** 20).toFixed(1)} MiB left the receiver, ` +
        `memory grew by ${(growth / 2 ** 20).toFixed(1)} MiB\n`,
    );
    expect(outcome).toMatchObject({ status: 200, failure: null });
    expect(outcome.answer.length).toBe(1024);
    expect(given.bytes).toBeLessThan(32 * 2 ** 20);
    expect(growth).toBeLessThan(64 * 2 ** 20);
  });

  it('that sends a gigabyte of headers is read no further than needed', async () => {
    const line = Buffer.from('X-Further: and further and further\r\n'.repeat(1000));
    const { given, writer } = flood(line, ({ socket }) => socket?.write('HTTP/1.1 200 OK\r\n'));
    answer = writer;
    expect(await send()).toMatchObject({ status: null, failure: 'connection' });
    expect(given.bytes).toBeLessThan(32 * 2 ** 20);
  });

  it('that sends many interim answers is read up to its final answer', async () => {
    const interim = Buffer.from(`HTTP/1.1 103 Hints\r\nLink: <${'a'.repeat(500)}>\r\n\r\n`);
    let left = 2_000;
    answer = ({ socket }) => {
      for (; left > 0; left -= 1) socket?.write(interim);
      socket?.end('HTTP/1.1 204 Done\r\n\r\n');
    };
    expect(await send()).toMatchObject({ status: 204 });
  });
});
