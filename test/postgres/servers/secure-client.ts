import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';

export interface SecureAnswer {
  readonly status: number;
  readonly text: string;
}

export interface SecureCall {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Asks servers that show one certificate. A call that no answer came to rejects. */
export function createSecureClient(ca: string) {
  const agent = new Agent({ ca, keepAlive: true });

  return {
    async send(address: string, { method, path, token, body }: SecureCall): Promise<SecureAnswer> {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(`${address}${path}`, {
          ...{ agent, method, timeout: 20_000 },
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(content !== undefined && { 'content-type': 'application/json' }),
          },
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
        outgoing.on('response', resolve).on('error', reject).end(content);
      });
      return { status: message.statusCode ?? 0, text: await textOf(message) };
    },
    close: () => agent.destroy(),
  };
}

export type SecureClient = ReturnType<typeof createSecureClient>;
