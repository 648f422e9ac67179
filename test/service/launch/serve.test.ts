import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { proveChallenge } from '../../../electron/base/instance-proof.ts';
import { type InstanceRecord, readInstance } from '../../../electron/startup/instance-file.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { runProgram, type ServingProgram, startProgram, startServing } from '../../support/program-process.ts';
import { ACCOUNT } from '../../support/shop-fixture.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const TIMEOUT_MS = 60_000;
/** One folder for all tests, so the demo shop is made once. Every group leaves it stopped. */
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-serve-'));
const DISCOVERY_FILE = join(folder, 'instance.json');
const HERE = ['--port', '0', '--data-dir', folder];
afterAll(() => rmSync(folder, { recursive: true }));

const run = (argv: string[]) => runProgram('serve', argv);

async function serve(): Promise<ServingProgram> {
  const program = await startServing(HERE);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  return program;
}

function running(): InstanceRecord {
  const record = readInstance(DISCOVERY_FILE);
  if (record === null) throw new Error('there is no discovery file');
  return record;
}

describe('a start that fails', { timeout: TIMEOUT_MS }, () => {
  it('prints the options with --help', async () => {
    const { status, out } = await run(['--help']);
    expect(status).toBe(0);
    expect(out).toContain('--data-dir');
  });

  it('fails with status 2 and one sentence for a wrong option', async () => {
    const { status, out, err } = await run(['--verbose']);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^Unknown option '--verbose'; .*\.\n$/);
  });

  it('fails with status 2 if secret.key is missing, says where it belongs, and disables no webhook', async () => {
    const folder = createTemporaryFolder();
    const file = await writeShop(
      folder,
      `insert into webhooks (account_id, user_id, url, events, description, created_at, sealed_secret)
       values (${ACCOUNT.alpha}, 1, 'https://receiver.example/', 'order.updated', '', 0, 'sealed')`,
    );
    const { status, err } = await run(['--headless', '--port', '0', '--data-dir', folder]);
    expect(status).toBe(2);
    expect(err).toContain(`Put the file secret.key of this data back at ${join(folder, 'secret.key')}.`);
    expect(existsSync(join(folder, 'secret.key'))).toBe(false);
    const { db, close } = await openStore({ file });
    expect(await db.selectFrom('webhooks').select('disabled_reason').execute()).toEqual([{ disabled_reason: null }]);
    await close();
  });

  it('fails with status 2 and one sentence for a folder that is not writable', async () => {
    const file = join(createTemporaryFolder(), 'file');
    writeFileSync(file, '');
    const { status, err } = await run(['--headless', '--data-dir', join(file, 'data')]);
    expect(status).toBe(2);
    expect(err).toMatch(/^The data folder .* cannot be written to \(EEXIST\).*\.\n$/);
  });

  it.each(['tilldesk.log', 'instance.json', 'settings.json'])(
    'fails with status 2 and one sentence if %s is a folder, and leaves no discovery file',
    async (name) => {
      const taken = createTemporaryFolder();
      mkdirSync(join(taken, name));
      const { status, err } = await run(['--headless', '--port', '0', '--data-dir', taken]);
      expect(status).toBe(2);
      expect(err).toMatch(/^Tilldesk keeps a file at .*--data-dir\.\n$/);
      expect(readdirSync(taken)).toEqual([name]);
    },
  );

  it.each([
    [
      '1',
      'that is down',
      'postgres://till:sesame@127.0.0.1:1/till',
      /^The database 127\.0\.0\.1:1\/till cannot be used: .*\.\n$/,
    ],
    [
      '2',
      'whose password is not encoded',
      'postgres://till:ses@me@127.0.0.1:1/till',
      /has an unencoded password\. Percent-encode it .*\.\n$/,
    ],
  ])(
    'fails with status %s and one sentence for a database %s, without its password',
    async (expected, _, url, sentence) => {
      const file = join(createTemporaryFolder(), 'url');
      writeFileSync(file, url, { mode: 0o600 });
      const args = ['--headless', '--port', '0', '--data-dir', createTemporaryFolder(), '--database-url-file', file];
      const { status, out, err } = await run(args);
      expect(String(status)).toBe(expected);
      expect(err).toMatch(sentence);
      expect(out + err).not.toMatch(/ses@?(ame|me)/);
    },
  );

  it('fails with status 1 and one sentence for a port in use, and leaves no discovery file', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { status, err } = await run(['--headless', '--port', String(port), '--data-dir', folder]);
    expect(status).toBe(1);
    expect(err).toContain(`Port ${port} `);
    expect(err).toContain('--port');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(DISCOVERY_FILE)).toBe(false);
  });
});

describe('a start without a window', { timeout: TIMEOUT_MS }, () => {
  describe('while it runs', () => {
    let program: ServingProgram;
    beforeAll(async () => {
      program = await startServing(HERE);
    }, TIMEOUT_MS);
    afterAll(() => program.stop());

    it('prints in a few lines what runs at which address', () => {
      const { apiPort } = running();
      const printed = program.lines.join('\n');
      expect(program.lines.length).toBeLessThanOrEqual(10);
      expect(printed).toContain(`API      http://127.0.0.1:${apiPort}`);
      expect(printed).toContain(folder);
      expect(printed).toContain('demo / owner@demo.example / tilldesk-demo');
    });

    it('can be found and verified by every program that may read its data folder', async () => {
      const { pid, apiPort, nonce } = running();
      expect(pid).toBe(program.child.pid);
      for (const file of ['instance.json', 'tilldesk.log', 'tilldesk.sqlite', 'tilldesk.sqlite-wal']) {
        expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      }
      const challenge = randomBytes(32).toString('hex');
      const answer = await fetch(`http://127.0.0.1:${apiPort}/health?challenge=${challenge}`);
      expect(await answer.json()).toEqual({ status: 'ok', hmac: proveChallenge(nonce, challenge) });
    });

    it('cannot be started twice on the same folder', async () => {
      const { apiPort } = running();
      const second = await run(['--headless', ...HERE]);
      expect(second).toMatchObject({ status: 0, err: '' });
      expect(second.out).toContain(
        `already running (process ${program.child.pid}); its API is at http://127.0.0.1:${apiPort}`,
      );
      const withWindow = await run(['--host', 'browser', '--no-open', ...HERE]);
      expect(withWindow.status).toBe(1);
      expect(withWindow.err).toContain('started without a window');
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s, even twice', async (signal) => {
    const program = await serve();
    program.child.kill(signal);
    expect(await program.stop(signal)).toBe(0);
    expect(existsSync(DISCOVERY_FILE)).toBe(false);
  });

  it('handles a signal during the start', async () => {
    const { child, ended } = startProgram('serve', ['--headless', ...HERE]);
    await vi.waitUntil(() => existsSync(DISCOVERY_FILE), { timeout: TIMEOUT_MS, interval: 5 });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, err: '' });
    expect(existsSync(DISCOVERY_FILE)).toBe(false);
  });

  it('starts again after it was killed', async () => {
    const first = await serve();
    await first.stop('SIGKILL');
    const before = running();
    const second = await serve();
    const after = running();
    expect(after.pid).toBe(second.child.pid);
    expect(after.nonce).not.toBe(before.nonce);
    await second.stop();
  });
});
