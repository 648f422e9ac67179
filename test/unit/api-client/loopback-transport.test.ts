import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoopbackTransport, type OutgoingCall } from '../../../electron/api-client/api-client.ts';

const SECRET = 'Bearer tdk_token';
const SWITCH = 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
let address: string;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url === '/none') response.writeHead(204).end();
  else if (request.url === '/never') return;
  else if (request.url === '/switch') request.socket.write(SWITCH);
  else if (request.url === '/close') request.socket.end();
  else if (request.url === '/half') response.writeHead(200, { 'content-length': '2' }).write('1');
  else if (request.url === '/moved') response.writeHead(307, { location: '/x', 'x-request-id': 'r-7' }).end();
  else response.end(JSON.stringify({ method: request.method, body, token: request.headers.authorization }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function callOf(url: string, rest: Partial<OutgoingCall> = {}): OutgoingCall {
  return { url, method: 'GET', headers: {}, signal: new AbortController().signal, ...rest };
}

const textOf = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body);

describe('calls to the own port', () => {
  it('bring method, headers and body, and answer what comes', async () => {
    const send = createLoopbackTransport();
    const headers = { Authorization: SECRET };
    const answer = await send(callOf(`${address}/x`, { method: 'POST', body: 'één', headers }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(textOf(answer))).toEqual({ method: 'POST', body: 'één', token: SECRET });
  });

  it('take an answer without a body', async () => {
    const answer = await createLoopbackTransport()(callOf(`${address}/none`));
    expect([answer.status, textOf(answer)]).toEqual([204, '']);
  });

  it.each(['GET', 'DELETE', 'POST'])('send the length of a body, which is no further request: %s', async (method) => {
    const send = createLoopbackTransport();
    const body = `GET /none HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`;
    expect(JSON.parse(textOf(await send(callOf(`${address}/x`, { method, body }))))).toMatchObject({ method, body });
  });

  it('follow no redirect', async () => {
    const { status, headers } = await createLoopbackTransport()(callOf(`${address}/moved`));
    expect([status, headers.get('x-request-id'), headers.get('retry-after')]).toEqual([307, 'r-7', null]);
  });

  it.each([
    ['read', 'GET', 'answered'],
    ['write', 'POST', 'refused'],
  ])('end in time for a %s when the server closes the idle connection that it goes by', async (_, method, end) => {
    const connections = new Map<Socket, number>();
    const closing = createServer(({ socket }, response) => {
      const requests = (connections.get(socket) ?? 0) + 1;
      connections.set(socket, requests);
      if (requests > 1) socket.destroy();
      else response.end('answered');
    });
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(closing.address() as AddressInfo).port}/`;
    const send = createLoopbackTransport();
    await send(callOf(url));
    // The agent has the connection back once the answer has been read.
    await new Promise(setImmediate);
    const again = send(callOf(url, { method })).then(textOf, () => 'refused');
    expect(await again).toBe(end);
    expect([...connections.values()]).toEqual(end === 'answered' ? [2, 1] : [2]);
    closing.closeAllConnections();
    closing.close();
  });

  it.each(['/switch', '/close'])('end at once where the other side ends them without an answer: %s', async (path) => {
    await expect(createLoopbackTransport()(callOf(`${address}${path}`))).rejects.toThrow();
  });

  it.each(['/never', '/half'])('end when they are cancelled, also in the middle of an answer: %s', async (path) => {
    const giveUp = new AbortController();
    const answer = createLoopbackTransport()(callOf(`${address}${path}`, { signal: giveUp.signal }));
    setTimeout(() => giveUp.abort(), 50);
    await expect(answer).rejects.toThrow();
  });

  it('ask no proxy, whatever the environment says', async () => {
    const proxied: string[] = [];
    const proxy = createServer((request, response) => {
      proxied.push(String(request.url));
      response.end('{}');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxyAddress = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const script = `
      import { createLoopbackTransport } from ${JSON.stringify(import.meta.resolve('../../../electron/api-client/api-client.ts'))};
      const response = await createLoopbackTransport()({ url: '${address}/x', method: 'GET', headers: { Authorization: '${SECRET}' }, signal: new AbortController().signal });
      process.stdout.write(response.body);
      process.exit();`;
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyAddress, NO_PROXY: '' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--disable-warning=ExperimentalWarning', '--eval', script],
      { env },
    );
    proxy.close();
    expect(JSON.parse(stdout)).toMatchObject({ token: SECRET });
    expect(proxied).toEqual([]);
  });
});
