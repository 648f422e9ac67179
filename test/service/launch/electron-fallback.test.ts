import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOrdinaryUser } from '../../support/ordinary-user.ts';
import { runProgram, startProgram } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { LAUNCH_ADDRESS } from '../../support/window-client.ts';

const TIMEOUT_MS = 60_000;

/** Root has no sandbox, so Electron is not even chosen. */
const user = findOrdinaryUser();

/** A program in place of Electron, with a helper whose sandbox works. Only root can create it. */
function layElectron(script: string): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'electron'), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  writeFileSync(join(folder, 'chrome-sandbox'), '');
  chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
  chmodSync(folder, 0o755);
  return folder;
}

const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

async function layDataFolder(): Promise<string> {
  const folder = createTemporaryFolder();
  await writeShop(folder);
  if (user !== null) for (const path of [folder, ...filesIn(folder)]) chownSync(path, user.uid, user.gid);
  return folder;
}

describe.runIf(process.platform === 'linux')('a start that chooses Electron by itself', { timeout: TIMEOUT_MS }, () => {
  it('continues in the browser if Electron crashes', async () => {
    const electron = layElectron(`process.kill(process.pid, 'SIGTRAP')`);
    const folder = await layDataFolder();
    const env = { PATH: '', DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: electron };
    const program = startProgram('serve', ['--port', '0', '--data-dir', folder], { env, user });
    onTestFinished(() => void program.child.kill('SIGKILL'));
    const printed = await program.printed('Ctrl+C');
    expect(printed).toMatch(/^Electron .* Tilldesk runs in the browser instead\.\n/);
    if (user !== null) expect(printed).toMatch(/^Electron cannot be used here: it ended with SIGTRAP\./);
    expect(printed).toMatch(LAUNCH_ADDRESS);
    program.child.kill('SIGTERM');
    expect((await program.ended).status).toBe(0);
  });

  it.runIf(user !== null)('fails in one sentence if Electron was requested, and for root', async () => {
    const electron = layElectron(`process.kill(process.pid, 'SIGTRAP')`);
    const env = { PATH: '', DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: electron };
    const start = (folder: string, as: typeof user) =>
      runProgram('serve', ['--host', 'electron', '--port', '0', '--data-dir', folder], { env, user: as });
    const killed = await start(await layDataFolder(), user);
    expect(killed).toMatchObject({ status: 1, out: '' });
    expect(killed.err).toBe('Electron cannot be used here: it ended with SIGTRAP. See above, or use --host browser.\n');
    const asRoot = await start(createTemporaryFolder(), null);
    expect(asRoot).toMatchObject({ status: 2, out: '' });
    expect(asRoot.err).toMatch(/does not run as root\. Start Tilldesk as an ordinary user, or use --host browser\.\n$/);
  });
});
