import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBody } from 'node:stream/consumers';
import { readOpenApi } from '../../shared/contract/service.ts';

const HOST = '127.0.0.1';
/** What a relay decides for itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'keep-alive', 'host']);

export interface OlderDeployment {
  readonly address: string;
  /** Every `GET /path` that was asked of it. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** A real service as it was before the paths that `isNewer` names: they are 404, and not in its description. */
export async function startOlderDeployment(
  port: number,
  isNewer: (path: string) => boolean,
): Promise<OlderDeployment> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const path = url.replace(/\?.*/, '');
    asked.push(`${method} ${path}`);
    const target = isNewer(path) ? '/api/of-a-later-version' : url;
    const body = await readBody(request);
    const answer = await fetch(`http://${HOST}:${port}${target}`, {
      method,
      headers: relayed(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    response
      .writeHead(answer.status, Object.fromEntries(relayed([...answer.headers])))
      .end(path === readOpenApi.path ? withoutPaths(text, isNewer) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${ownPort}`,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function relayed(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.filter(([name]) => !OWN_HEADERS.has(name)).map(([name, value]) => [name, value]);
}

function withoutPaths(text: string, isNewer: (path: string) => boolean): string {
  const description = JSON.parse(text);
  const kept = Object.entries(description.paths).filter(([path]) => !isNewer(path));
  return JSON.stringify({ ...description, paths: Object.fromEntries(kept) });
}
