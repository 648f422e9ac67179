import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type InstanceRecord, readInstance } from '../../../electron/launch/instance-file.ts';
import { proveChallenge } from '../../../electron/launch/instance-proof.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../../electron/serve.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
/** One folder for all, so that the demo shop is made once. Every test leaves it stopped. */
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-serve-'));
const DISCOVERY_FILE = join(folder, 'instance.json');
const HEADLESS = ['--headless', '--port', '0', '--data-dir', folder];
afterAll(() => rmSync(folder, { recursive: true }));

function start(argv: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs to the end and answers what came of it. */
async function run(argv: string[]) {
  const child = start(argv);
  const outputs = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status] = await once(child, 'exit');
  const [out, err] = await outputs;
  return { status, out, err };
}

/** Starts and answers once the last of the lines was printed. */
async function startServing(argv: string[]) {
  const child = start(argv);
  const lines: string[] = [];
  for await (const chunk of child.stdout) {
    lines.push(...String(chunk).trimEnd().split('\n'));
    if (lines.some((line) => line.includes('Ctrl+C'))) break;
  }
  return { child, lines };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  child.kill(signal);
  return once(child, 'exit');
}

function running(): InstanceRecord {
  const record = readInstance(DISCOVERY_FILE);
  if (record === null || record === 'damaged') throw new Error('there is no discovery file');
  return record;
}

describe('a start that cannot be', { timeout: TIMEOUT_MS }, () => {
  it('shows the options when asked for help', async () => {
    const { status, out } = await run(['--help']);
    expect(status).toBe(0);
    expect(out).toContain('--data-dir');
  });

  it('ends with status 2 and one sentence for a wrong option', async () => {
    const { status, out, err } = await run(['--verbose']);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^Unknown option '--verbose'; .*\.\n$/);
  });

  it('ends with status 1 and one sentence for a folder that cannot be written to', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { status, err } = await run(['--headless', '--data-dir', join(file, 'data')]);
    expect(status).toBe(1);
    expect(err).toMatch(/^The data folder .* cannot be written to \(EEXIST\).*\.\n$/);
  });

  it.each(['tilldesk.log', 'instance.json', 'settings.json'])(
    'ends with status 1 and one sentence when %s is a folder, and leaves no claim',
    async (name) => {
      const taken = temporaryFolder();
      mkdirSync(join(taken, name));
      const { status, err } = await run(['--headless', '--port', '0', '--data-dir', taken]);
      expect(status).toBe(1);
      expect(err).toMatch(/^Tilldesk keeps a file at .*--data-dir\.\n$/);
      expect(readdirSync(taken)).toEqual([name]);
    },
  );

  it('ends with status 1 and one sentence when the log cannot be opened, and leaves no claim', async () => {
    const taken = temporaryFolder();
    writeFileSync(join(taken, 'tilldesk.log'), 'x'.repeat(5 * 1024 * 1024));
    mkdirSync(join(taken, 'tilldesk.log.1'));
    const { status, err } = await run(['--headless', '--port', '0', '--data-dir', taken]);
    expect(status).toBe(1);
    expect(err).toMatch(/^A file of the data folder cannot be used \(.*tilldesk\.log\.1.*--data-dir\.\n$/);
    expect(readdirSync(taken)).toEqual(['tilldesk.log', 'tilldesk.log.1']);
  });

  it('ends with status 1 and one sentence for a port that is taken, and leaves no claim', async () => {
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
  it('says in a few lines what runs where', async () => {
    const { child, lines } = await startServing(HEADLESS);
    const { apiPort } = running();
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.join('\n')).toContain(`API      http://127.0.0.1:${apiPort}`);
    expect(lines.join('\n')).toContain(folder);
    expect(lines.join('\n')).toContain('demo / owner@demo.example / tilldesk-demo');
    await stop(child, 'SIGTERM');
  });

  it('can be found and checked by whoever may read its data folder', async () => {
    const { child } = await startServing(HEADLESS);
    const { pid, apiPort, nonce } = running();
    expect(pid).toBe(child.pid);
    for (const file of ['instance.json', 'tilldesk.log', 'tilldesk.sqlite', 'tilldesk.sqlite-wal']) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
    const challenge = randomBytes(32).toString('hex');
    const answer = await fetch(`http://127.0.0.1:${apiPort}/health?challenge=${challenge}`);
    expect(await answer.json()).toEqual({ status: 'ok', hmac: proveChallenge(nonce, challenge) });
    await stop(child, 'SIGTERM');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s, also when it comes twice', async (signal) => {
    const { child } = await startServing(HEADLESS);
    child.kill(signal);
    expect(await stop(child, signal)).toEqual([0, null]);
    expect(existsSync(DISCOVERY_FILE)).toBe(false);
  });

  it('honours a signal that comes while it starts', async () => {
    const child = start(HEADLESS);
    while (!existsSync(DISCOVERY_FILE)) await new Promise((resolve) => setImmediate(resolve));
    expect(await stop(child, 'SIGTERM')).toEqual([0, null]);
    expect(existsSync(DISCOVERY_FILE)).toBe(false);
  });

  it('is not started a second time on the same folder', async () => {
    const { child } = await startServing(HEADLESS);
    const { apiPort } = running();
    const second = await run(HEADLESS);
    expect(second).toMatchObject({ status: 0, err: '' });
    expect(second.out).toContain(
      `already running (process ${child.pid}); its API is at http://127.0.0.1:${apiPort}`,
    );
    const withWindow = await run(['--host', 'browser', '--no-open', '--port', '0', '--data-dir', folder]);
    expect(withWindow.status).toBe(1);
    expect(withWindow.err).toContain('started without a window');
    await stop(child, 'SIGTERM');
  });

  it('starts again after it was killed', async () => {
    const first = await startServing(HEADLESS);
    await stop(first.child, 'SIGKILL');
    const before = running();
    const second = await startServing(HEADLESS);
    const after = running();
    expect(after.pid).toBe(second.child.pid);
    expect(after.nonce).not.toBe(before.nonce);
    await stop(second.child, 'SIGTERM');
  });
});
