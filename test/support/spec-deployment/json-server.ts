import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { listenLocally } from '../local-port.ts';

/** An error response. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface JsonServer {
  readonly address: string;
  /** The received requests with their query: `GET /api/products?start=0`. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that sends what `answer` returns, and a `Refusal` in the error body of the
 * specification.
 */
export async function startJsonServer(answer: (request: IncomingMessage) => Promise<unknown>): Promise<JsonServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const [status, body] = await answer(request).then((given) => [200, given] as const, errorAnswer);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listenLocally(server);
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the token after `Authorization: Bearer`; empty if there is none. */
export function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

const LABELS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'unauthorized',
  404: 'Not Found',
  502: 'bad_gateway',
};

/** With `hint` for 401 only. */
function errorAnswer(error: unknown): readonly [number, object] {
  const { status, message } = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.');
  const hint = status === 401 ? { hint: 'Log in again with POST /api/auth/login.' } : {};
  return [status, { error: LABELS[status] ?? 'Internal Server Error', message, status, ...hint }];
}
