import { Agent, request } from 'node:http';
import type { Credentials, IssuedToken } from '../../../shared/contract/auth.ts';

/** Another program on this PC that reads the API, one request after another over one connection. */
export type ApiConnection = ReturnType<typeof connectApi>;

/** The demo shops of every store, generated or not, have this owner. */
export const OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

export function signIn(address: string): Promise<string> {
  return issueToken(`${address}/api/auth/login`);
}

/** Returns another token. The older one works until it expires. */
export function renewToken(address: string): Promise<string> {
  return issueToken(`${address}/api/auth/refresh`);
}

async function issueToken(url: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as IssuedToken;
  return token;
}

/** `sockets` is the number of connections for concurrent requests. */
export function connectApi(address: string, token: string, sockets = 1) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const headers = { authorization: `Bearer ${token}` };

  /** The body of a 200; throws for any other answer. */
  const read = (target: string, isRepeated = false): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      const sent = request(`${address}${target}`, { agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${target}: ${answer.statusCode} ${text}`));
        });
      });
      // The server may close an idle connection while a request is on its way. HTTP clients retry that request.
      const onError = (error: Error) =>
        sent.reusedSocket && !isRepeated ? read(target, true).then(resolve, reject) : reject(error);
      sent.once('error', onError).end();
    });

  return {
    address,
    token,
    read: (target: string) => read(target),
    /** Milliseconds from sending the request to the last byte of its 200. */
    async time(target: string) {
      const startedAt = performance.now();
      await read(target);
      return performance.now() - startedAt;
    },
  };
}
