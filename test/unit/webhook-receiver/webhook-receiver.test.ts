import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Received } from '../../webhook-receiver/receive-message.ts';
import { ownCertificate, startWebhookReceiver } from '../../webhook-receiver/webhook-receiver.ts';

const { log } = createLogRecorder();
const HOST = '127.0.0.1';
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const BODY = JSON.stringify({ type: 'batch', data: { events: [{ id: 'evt_1', type: 'order.updated' }] } });

/** The receiver with a certificate of its own, and the product's way to it as the printed entry allows it. */
async function meet({ failWith = null }: { failWith?: number | null } = {}) {
  const received: Received[] = [];
  const certificate = await ownCertificate(temporaryFolder(), HOST);
  const receiver = await startWebhookReceiver({
    ...{ host: HOST, port: 0, certificate, secrets: [SECRET], failWith, slowMs: 0 },
    onMessage: (message) => received.push(message),
  });
  onTestFinished(receiver.close);
  const range = { first: HOST, prefixBits: 32, family: 'ipv4' } as const;
  const allowed = [{ host: HOST, range, ca: certificate.cert }];
  const { sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  onTestFinished(sender.close);
  const url = `https://${HOST}:${receiver.port}/`;
  const send = async (id: string, body = BODY) => {
    const timestampS = Math.floor(clock.now() / 1000);
    const { status } = await sender.send({
      url,
      headers: signedHeaders({ id, timestampS, body: BODY }, [SECRET]),
      body,
    });
    return status;
  };
  return { received, send };
}

describe('startWebhookReceiver', () => {
  it('takes what the product sends, once, and nothing that was changed on the way', async () => {
    const { received, send } = await meet();
    expect([await send('msg_1'), await send('msg_1'), await send('msg_2', BODY.replace('evt_1', 'evt_2'))]).toEqual([
      204, 204, 401,
    ]);
    expect(received.map(({ events }) => events.length)).toEqual([1, 0, 0]);
  });

  it('refuses a body that is too long without keeping it', async () => {
    const { received, send } = await meet();
    expect(await send('msg_1', ' '.repeat(65 * 1024))).toBe(400);
    expect(received).toEqual([]);
  });

  it('handles a message only once it no longer fails', async () => {
    const { received, send } = await meet({ failWith: 503 });
    expect(await send('msg_1')).toBe(503);
    expect(received).toEqual([]);
  });
});
