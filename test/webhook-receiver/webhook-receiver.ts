import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Certificate, makeCertificate } from '../support/certificates.ts';
import { type Received, receiveMessage } from './receive-message.ts';

export interface WebhookReceiverOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly certificate: Certificate;
  readonly secrets: readonly string[];
  /** The status of every answer, to see how Tilldesk reacts; `null` for the right answers. */
  readonly failWith: number | null;
  readonly slowMs: number;
  readonly onMessage: (received: Received) => void;
}

const MOST_BYTES = 64 * 1024;

/** Listens for webhooks. Returns the port and how to stop. */
export async function startWebhookReceiver(options: WebhookReceiverOptions) {
  const { host, port, certificate, secrets, failWith, slowMs, onMessage } = options;
  const handled = new Set<string>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? await readBody(request) : null;
    await delay(slowMs);
    if (body === null) return reply(response, 400, 'send a POST of at most 64 KiB');
    // A message that is answered with an error is sent again, so it must not count as handled.
    if (failWith !== null) return reply(response, failWith, 'told to fail');
    const received = receiveMessage(request.headers, body, { secrets, handled, nowS: Math.floor(Date.now() / 1000) });
    onMessage(received);
    reply(response, received.status, received.status === 204 ? undefined : received.reason);
  };

  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port');
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function reply(response: ServerResponse, status: number, text?: string): void {
  response.writeHead(status).end(text);
}

/** `null` if it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  return bytes <= MOST_BYTES ? Buffer.concat(chunks) : null;
}

export interface OwnCertificate extends Certificate {
  /** The certificate that Tilldesk must trust. */
  readonly file: string;
}

/** The self-signed certificate for `host` in a folder, created if there is none yet. */
export async function ownCertificate(folder: string, host: string): Promise<OwnCertificate> {
  const named = (kind: string) => join(folder, `receiver-${host.replaceAll(':', '_')}-${kind}.pem`);
  const [file, keyFile] = [named('certificate'), named('key')];
  if (!existsSync(file) || !existsSync(keyFile)) {
    const { key, cert } = await makeCertificate({ names: [host] });
    writeFileSync(keyFile, key, { mode: 0o600 });
    writeFileSync(file, cert);
  }
  return { file, cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
