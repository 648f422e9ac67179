import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenLocally } from './local-port.ts';

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
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenLocally(server);
}
