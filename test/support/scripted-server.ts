import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Reply {
  /** Null breaks the connection off. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Answers the running test's requests with these replies, one after the other; the last one stays. Gives the port. */
export async function startScriptedServer(...replies: readonly Reply[]): Promise<number> {
  let seen = 0;
  const server = createServer((request, response) => {
    const { status = null, headers = {}, text = '' } = replies[Math.min(seen, replies.length - 1)] ?? {};
    seen += 1;
    if (status === null) request.socket.destroy();
    else response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

/** A port of this computer on which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
