import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { enterWindow, LAUNCH_ADDRESS } from '../../support/window-client.ts';

const TIMEOUT_MS = 60_000;

it('the window of the browser host shows the documentation of the API', { timeout: TIMEOUT_MS }, async () => {
  const folder = createTemporaryFolder();
  await writeShop(folder);
  const program = startProgram('serve', ['--host', 'browser', '--no-open', '--port', '0', '--data-dir', folder]);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  const [launchAddress = ''] = LAUNCH_ADDRESS.exec(await program.printed('Ctrl+C')) ?? [];
  const window = await enterWindow(launchAddress);

  for (const path of ['/docs', '/docs/docs.js', '/docs/docs.css', '/docs/icon.svg', '/openapi.json']) {
    expect([path, (await window.ask('GET', path)).status]).toEqual([path, 200]);
  }
  program.child.kill('SIGTERM');
  expect((await program.ended).status).toBe(0);
});
