import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenLocally } from './local-port.ts';

export interface Reply {
  /** `null` to disconnect without a response. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/**
 * Responds to the requests of the running test with these replies in turn; the last one is repeated. Returns the port.
 */
export async function startScriptedServer(...replies: readonly Reply[]): Promise<number> {
  let seen = 0;
  const server = createServer((request, response) => {
    const { status = null, headers = {}, text = '' } = replies[Math.min(seen, replies.length - 1)] ?? {};
    seen += 1;
    if (status === null) request.socket.destroy();
    else response.writeHead(status, headers).end(text);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenLocally(server);
}
