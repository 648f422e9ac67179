import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openUpdateServer } from '../../../../electron/service/server/update-server.ts';

const SENTENCE = 'Updating the data for this version, step 1 of 2 (0030-one-outbox).';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

const open = async (port: number) =>
  openUpdateServer({ address: '127.0.0.1', port, tls: null, describe: () => SENTENCE });

it('reports that the program is alive but not ready, with the current step, until it is closed', async () => {
  const port = await freePort();
  const close = await open(port);
  onTestFinished(close);
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'updating', message: SENTENCE }]);
  const ready = await fetch(`http://127.0.0.1:${port}/ready`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  await close();
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
});

it('rejects a port that another program uses', async () => {
  const port = await freePort();
  onTestFinished(await open(port));
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
