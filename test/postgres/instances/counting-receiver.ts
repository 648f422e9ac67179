import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedMessage {
  readonly path: string;
  readonly id: string;
  /** Which instance sent it. */
  readonly instance: string;
  readonly body: string;
  readonly events: readonly { readonly id: string; readonly record_id: number }[];
}

/** Takes everything, but for what `isHeld` says: that is never answered. */
export async function openCountingReceiver(isHeld: (message: ReceivedMessage) => boolean) {
  const messages: ReceivedMessage[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await messageOf(request);
    messages.push(message);
    if (!isHeld(message)) response.writeHead(204).end();
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { messages, url: (path: string) => `http://127.0.0.1:${port}${path}` };
}

async function messageOf(request: IncomingMessage): Promise<ReceivedMessage> {
  const body = await text(request);
  return {
    path: request.url ?? '',
    id: String(request.headers['webhook-id']),
    instance: String(request.headers['x-instance']),
    body,
    events: JSON.parse(body).data.events,
  };
}
