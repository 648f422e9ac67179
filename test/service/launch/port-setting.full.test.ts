import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram, startServing } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';

const TIMEOUT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-port-'));
let port: number;

beforeAll(async () => {
  await writeShop(folder);
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

function withoutPort(): NodeJS.ProcessEnv {
  const { TILLDESK_PORT: _, ...env } = process.env;
  return env;
}

/** The address of the API that a start without a window prints. */
async function printedAddress(argv: string[]): Promise<string> {
  const program = await startServing([...argv, '--data-dir', folder], { env: withoutPort() });
  await program.stop();
  return program.address;
}

describe('a start with a port in the settings', { timeout: TIMEOUT_MS }, () => {
  it('listens on that port', async () => {
    expect(await printedAddress([])).toBe(`http://127.0.0.1:${port}`);
  });

  it('prefers a port given as an option', async () => {
    const other = await freePort();
    expect(await printedAddress(['--port', String(other)])).toBe(`http://127.0.0.1:${other}`);
  });

  it('fails with one sentence if the browser window needs that port', async () => {
    const argv = ['--host', 'browser', '--no-open', '--ui-port', String(port), '--data-dir', folder];
    const { status, err } = await runProgram('serve', argv, { env: withoutPort() });
    expect(status).toBe(2);
    expect(err).toBe(
      `The API and the browser window cannot both have port ${port}: choose another one with --port or --ui-port.\n`,
    );
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
  });
});
