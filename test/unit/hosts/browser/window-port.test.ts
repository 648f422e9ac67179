import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { listenAsWindow } from '../../../../electron/hosts/browser/window-port.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function occupy(host: '127.0.0.1' | '::1', port = 0): Promise<number> {
  const server: Server = createServer().listen({ host, port, ipv6Only: true });
  await once(server, 'listening');
  open.push(async () => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function newApp() {
  const app = Fastify();
  open.push(() => app.close());
  return app;
}

describe('listenAsWindow', () => {
  it.each(['127.0.0.1', '::1'] as const)(
    'refuses a port that somebody else has on %s: the browser could ask them',
    async (host) => {
      const port = await occupy(host);
      await expect(listenAsWindow(newApp(), port)).rejects.toThrow(
        `Port ${port} of the browser window cannot be used (EADDRINUSE); choose another with --ui-port.`,
      );
    },
  );

  it('leaves nothing open on ::1 where 127.0.0.1 is taken', async () => {
    const port = await occupy('127.0.0.1');
    await expect(listenAsWindow(newApp(), port)).rejects.toThrow('EADDRINUSE');
    expect(await occupy('::1', port)).toBe(port);
  });

  it('draws another port where somebody has taken the one that ::1 gave', async () => {
    const app = newApp();
    const taken: number[] = [];
    const listen = app.listen.bind(app) as (options: { host: string; port: number }) => Promise<string>;
    // Each time it is just a moment too late, until the third.
    const late = async (options: { host: string; port: number }): Promise<string> => {
      if (taken.length < 2) taken.push(await occupy('127.0.0.1', options.port));
      return listen(options);
    };
    app.listen = late as unknown as typeof app.listen;
    const { port } = await listenAsWindow(app, 0);
    expect(taken).toHaveLength(2);
    expect(taken).not.toContain(port);
  });

  it('lets go of both addresses when the server closes', async () => {
    const app = Fastify();
    const { port } = await listenAsWindow(app, 0);
    await app.close();
    expect([await occupy('127.0.0.1', port), await occupy('::1', port)]).toEqual([port, port]);
  });
});
