import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { LONG, live, MINUTE_MS, openWorld } from './world.ts';

it('point 13: without a window, "read again" is a command, which the running program carries out', {
  timeout: LONG,
}, async () => {
  const world = await openWorld({ products: 10, orders: 30 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const data = createTemporaryFolder();
  symlinkSync(world.folder, join(data, 'copies'));
  const { calls } = world.server;
  const before = calls.byFunction['ShopModule::getOrder'] ?? 0;

  const command = ['electron/cli/copies.ts', 'read-again', '--data-dir', data];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(stdout).toMatch(/: it is read again$/m);
  await live(world, caller, MINUTE_MS, 5_000);
  expect((calls.byFunction['ShopModule::getOrder'] ?? 0) - before).toBeGreaterThanOrEqual(30);
});
