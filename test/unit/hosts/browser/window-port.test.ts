import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { listenAsWindow } from '../../../../electron/hosts/browser/window-port.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

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

const file = () => join(temporaryFolder(), 'windows.json');

function newApp() {
  const app = Fastify();
  open.push(() => app.close());
  return app;
}

describe('listenAsWindow', () => {
  it.each(['127.0.0.1', '::1'] as const)(
    'refuses a port that another program uses on %s, because the browser could call that program',
    async (host) => {
      const port = await occupy(host);
      await expect(listenAsWindow(newApp(), port, file())).rejects.toThrow(
        `Port ${port} of the browser window cannot be used (EADDRINUSE); choose another with --ui-port.`,
      );
    },
  );

  it('does not keep ::1 open if 127.0.0.1 is in use', async () => {
    const port = await occupy('127.0.0.1');
    await expect(listenAsWindow(newApp(), port, file())).rejects.toThrow('EADDRINUSE');
    expect(await occupy('::1', port)).toBe(port);
  });

  it('picks another port if another program has taken the one that ::1 returned', async () => {
    const app = newApp();
    const taken: number[] = [];
    const listen = app.listen.bind(app) as (options: { host: string; port: number }) => Promise<string>;
    // It is taken just too late each time, until the third.
    const late = async (options: { host: string; port: number }): Promise<string> => {
      if (taken.length < 2) taken.push(await occupy('127.0.0.1', options.port));
      return listen(options);
    };
    app.listen = late as unknown as typeof app.listen;
    const { port } = await listenAsWindow(app, 0, file());
    expect(taken).toHaveLength(2);
    expect(taken).not.toContain(port);
  });

  it('releases both addresses when the server closes', async () => {
    const app = Fastify();
    const { port } = await listenAsWindow(app, 0, file());
    await app.close();
    expect([await occupy('127.0.0.1', port), await occupy('::1', port)]).toEqual([port, port]);
  });

  it('listens on the port of the last run under another name, and knows the earlier name', async () => {
    const windows = file();
    const first = await run(windows);
    const second = await run(windows);
    expect(second.port).toBe(first.port);
    expect(second.authority).not.toBe(first.authority);
    expect([first.earlier, second.earlier]).toEqual([[], [first.authority]]);
    expect((await run(windows)).earlier).toEqual([second.authority, first.authority]);
  });

  it('picks another port if another program uses that of the last run, and reveals nothing of this run there', async () => {
    const windows = file();
    const first = await run(windows);
    await occupy('127.0.0.1', first.port);
    const second = await run(windows);
    expect(second.port).not.toBe(first.port);
    expect(second.earlier).toEqual([]);
  });

  it.each(['', '{}', '["127.0.0.1:1"]', '["evil.example:1"]', '[1]'])('ignores a file that holds %s', async (text) => {
    const windows = file();
    await writeFile(windows, text);
    const { port, earlier } = await run(windows);
    expect([port > 1, earlier]).toEqual([true, []]);
  });
});

/** A run that has ended. */
async function run(windows: string) {
  const app = Fastify();
  const window = await listenAsWindow(app, 0, windows);
  await app.close();
  return window;
}
