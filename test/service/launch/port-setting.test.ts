import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../electron/serve.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
/** One folder for all, so that the demo shop is made once. */
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-port-'));
let port: number;

beforeAll(async () => {
  port = await freePort();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ apiPort: port }));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== 'object' || address === null) throw new Error('it listens on no port');
  return address.port;
}

function start(argv: string[]) {
  const { TILLDESK_PORT: _, ...env } = process.env;
  const child = spawn(process.execPath, [SCRIPT, ...argv, '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The address of the API that a start without a window prints. */
async function printedAddress(argv: string[]): Promise<string | undefined> {
  const child = start(['--headless', ...argv]);
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('Ctrl+C')) break;
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
  return /API\s+(\S+)/.exec(printed)?.[1];
}

describe('a start with a port in the settings', { timeout: TIMEOUT_MS }, () => {
  it('listens on it', async () => {
    expect(await printedAddress([])).toBe(`http://127.0.0.1:${port}`);
  });

  it('listens elsewhere where an option says so', async () => {
    const other = await freePort();
    expect(await printedAddress(['--port', String(other)])).toBe(`http://127.0.0.1:${other}`);
  });

  it('ends with one sentence where the browser window is to have it', async () => {
    const child = start(['--host', 'browser', '--no-open', '--ui-port', String(port)]);
    const said = textOf(child.stderr);
    const [status] = await once(child, 'exit');
    expect(status).toBe(1);
    expect(await said).toBe(
      `The API and the browser window cannot both have port ${port}: choose another one with --port or --ui-port.\n`,
    );
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
  });
});
