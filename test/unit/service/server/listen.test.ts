import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ListenError, listenOn } from '../../../../electron/service/server/create-server.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

function createApp(): FastifyInstance {
  const app = Fastify();
  apps.push(app);
  return app;
}

describe('listenOn', () => {
  it('binds 127.0.0.1 only and returns the port', async () => {
    const app = createApp();
    const port = await listenOn(app, '127.0.0.1', 0);
    expect(app.addresses()).toEqual([{ address: '127.0.0.1', family: 'IPv4', port }]);
  });

  it('says in one sentence that a port is in use', async () => {
    const port = await listenOn(createApp(), '127.0.0.1', 0);
    const failure = await listenOn(createApp(), '127.0.0.1', port).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ListenError);
    expect(failure).toMatchObject({
      code: 'port_taken',
      message: `Port ${port} of 127.0.0.1 is taken by another program.`,
    });
  });
});
