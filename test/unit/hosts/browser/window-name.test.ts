import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { perTest } from '../../../support/test-scope.ts';
import { startUi } from './running-ui.ts';

const ui = perTest(startUi);

describe('the name of the window', () => {
  it('is another one in each run, so that what was planted in a browser before does not apply', async () => {
    const other = await startUi();
    expect(ui.authority).toMatch(/^[0-9a-f]{20}\.localhost:\d+$/);
    expect(other.authority.split('.')[0]).not.toBe(ui.authority.split('.')[0]);
    await other.stop();
  });

  it('is answered on ::1 too, which browsers try first, at the same limits', async () => {
    const { cookie } = await ui.enter();
    const status = await new Promise((resolve, reject) => {
      const headers = { host: ui.authority, cookie };
      request({ host: '::1', port: ui.port, path: '/', headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('is on no other address of the computer', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid);
    for (const { address } of others) {
      await expect(
        new Promise((resolve, reject) => {
          request({ host: address, port: ui.port }, resolve).on('error', reject).end();
        }),
      ).rejects.toThrow();
    }
  });
});
