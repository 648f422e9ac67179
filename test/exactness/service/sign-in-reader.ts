import { type Credentials, login } from '../../../shared/contract/auth.ts';
import type { Endpoint, ResponseOf } from '../../../shared/contract/endpoint.ts';
import { type Answer, exchange } from '../../support/http-exchange.ts';

/** Reads the API as one user, over HTTP. */
export interface Reader {
  /** Throws on anything but 200. */
  read<E extends Endpoint>(endpoint: E, query?: Readonly<Record<string, string | number>>): Promise<ResponseOf<E>>;
}

/** A kept connection would be closed by the service while this process is busy with figures. */
const headers = { connection: 'close' };

export async function signInReader(port: number, credentials: Credentials): Promise<Reader> {
  const answer = await exchange(port, 'POST', login.path, { body: credentials, headers });
  const { token } = bodyOf<typeof login>(login.path, answer);
  return {
    async read(endpoint, query = {}) {
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const target = `${endpoint.path}?${new URLSearchParams(parameters)}`;
      return bodyOf(target, await exchange(port, 'GET', target, { token, headers }));
    },
  };
}

function bodyOf<E extends Endpoint>(target: string, { status, text }: Answer): ResponseOf<E> {
  if (status !== 200) throw new Error(`${target} answered ${status}: ${text}`);
  return JSON.parse(text);
}
