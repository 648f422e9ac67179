import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proveChallenge } from '../../../electron/base/instance-proof.ts';
import { lockDataFolder } from '../../../electron/startup/data-folder-lock.ts';
import { publishInstance } from '../../../electron/startup/instance-file.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TIMEOUT_MS = 60_000;

/** Publishes a program with a window in the discovery file of `folder`. */
async function layRunningElectron(folder: string): Promise<void> {
  const nonce = 'ab'.repeat(32);
  const lock = lockDataFolder(join(folder, 'tilldesk.lock'));
  onTestFinished(() => lock?.release());
  const server = createServer(({ url }, response) => {
    const challenge = new URL(url ?? '', 'http://localhost').searchParams.get('challenge') ?? '';
    response.end(JSON.stringify({ hmac: proveChallenge(nonce, challenge) }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  publishInstance(join(folder, 'instance.json'), {
    ...{ pid: process.pid, startedAt: '2026-11-21T09:00:00.000Z', host: 'electron', nonce },
    ...{ apiPort: (server.address() as AddressInfo).port, uiPort: null },
  });
}

describe.skipIf(process.platform === 'win32')('a second start', { timeout: TIMEOUT_MS }, () => {
  async function startAgain(display: string) {
    const [data, dist] = [temporaryFolder(), temporaryFolder()];
    await layRunningElectron(data);
    const electron = join(dist, 'electron');
    writeFileSync(electron, `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(dist, 'arguments')}'\nexit 0\n`);
    chmodSync(electron, 0o755);
    const child = spawn(process.execPath, [projectPath('electron', 'serve.ts'), '--data-dir', data], {
      env: { ...process.env, DISPLAY: display, WAYLAND_DISPLAY: '', ELECTRON_OVERRIDE_DIST_PATH: dist },
      stdio: 'ignore',
    });
    const [status] = await once(child, 'exit');
    return { status, data, given: join(dist, 'arguments') };
  }

  it('is left to Electron, which shows the window, even if it was closed', async () => {
    const { status, data, given } = await startAgain(':99');
    expect(status).toBe(0);
    expect(readFileSync(given, 'utf8')).toContain(`--data-dir=${data}`);
  });

  it.runIf(process.platform === 'linux')('without a display says that Tilldesk is running', async () => {
    const { status, given } = await startAgain('');
    expect([status, existsSync(given)]).toEqual([0, false]);
  });
});
