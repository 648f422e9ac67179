import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Answer } from '../../support/http-exchange.ts';

export const LOGIN = '/api/auth/login';
export const REFRESH = '/api/auth/refresh';

/** A client that keeps to so many connections. */
export interface SignInClient {
  post(path: string, body: object): Promise<Answer>;
  /** The status of a call with this token or key. */
  statusOf(bearer: string): Promise<number>;
  close(): void;
}

export function createSignInClient(port: number, connections: number): SignInClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent, method, path, headers }, resolve).on('error', reject).end(body);
    });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) };
  }

  return {
    post(path, body) {
      const text = JSON.stringify(body);
      const length = String(Buffer.byteLength(text));
      return send('POST', path, { 'content-type': 'application/json', 'content-length': length }, text);
    },
    statusOf: async (bearer) => (await send('GET', '/api/me', { authorization: `Bearer ${bearer}` })).status,
    close: () => agent.destroy(),
  };
}
