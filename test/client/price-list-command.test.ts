import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFixtureService } from '../support/fixture-service.ts';
import { NONCE } from '../support/running-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const PROGRAM = fileURLToPath(new URL('../examples/price-list-client/price-list.ts', import.meta.url));
const FOLDER = dirname(PROGRAM);
const { account, email, password } = CREDENTIALS.owner;
const service = await openPerFile(startFixtureService);

/** Runs the command to its end; its only environment variable is the password. */
async function run(options: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, ...options], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status] = await once(child, 'exit');
  const [out, err] = await outputs;
  return { status, out, err };
}

const signedInAs = () => ['--address', `http://127.0.0.1:${service.port}/`, '--account', account, '--email', email];
const withPassword = { PRICE_LIST_PASSWORD: password };

describe('node price-list.ts', () => {
  it('writes the price list to its output and a summary beside it', async () => {
    expect(await run([...signedInAs(), '--country', 'NL'], withPassword)).toEqual({
      status: 0,
      out: [
        'sku,title,ppu_wt,ppu,vat_percent',
        '0012345678905,"Café crème; ""groot""",12.1,10,21',
        'APPEL,Appel,1.09,1,9',
        'APPEL-2,Lamp,,,',
        'CURSUS,"Appeltaart bakken, cursus",,,',
        '"X%_*""-1",=SOM(A1) 100% katoen_trui appel,,,',
        '',
      ].join('\r\n'),
      err: '5 products, 3 of them without a price.\n',
    });
  });

  it('writes nothing and ends with status 1 if it fails, with the whole answer', async () => {
    const { status, out, err } = await run(signedInAs(), { PRICE_LIST_PASSWORD: 'canary-password' });
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^POST \/api\/auth\/login: 401, \{.*"hint":.*\}\n$/);
    expect(err).not.toContain('canary-password');
  });

  it('prints its usage and ends with status 2 without a password', async () => {
    const { status, out, err } = await run(signedInAs(), {});
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('PRICE_LIST_PASSWORD=');
  });

  it('asks the service to prove that it wrote the discovery file, if one is given', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tilldesk-discovery-')), 'instance.json');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const runWith = (nonce: string) => {
      writeFileSync(file, JSON.stringify({ apiPort: service.port, nonce }));
      return run([...signedInAs(), '--discovery', file], withPassword);
    };
    expect(await runWith(NONCE)).toMatchObject({ status: 0 });
    const { status, out, err } = await runWith('ff'.repeat(32));
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('is not the service: it gets no password.');
  });

  it('accepts no password as an option', async () => {
    const { status, err } = await run([...signedInAs(), '--password', password], {});
    expect(status).toBe(1);
    expect(err).toContain("Unknown option '--password'");
  });
});

describe('the files of the price-list client', () => {
  it('import only one another, the client package and modules of Node', () => {
    const imported = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const specifiers = readFileSync(join(FOLDER, name), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g);
        return Array.from(specifiers, ([, specifier = '']) => specifier);
      });
    expect(imported.filter((specifier) => specifier.startsWith('./')).length).toBeGreaterThan(1);
    const known = /^(?:\.\/[a-z-]+\.ts|\.\.\/\.\.\/\.\.\/clients\/typescript\/client\.ts|node:[a-z/]+)$/;
    expect(imported.filter((specifier) => !known.test(specifier))).toEqual([]);
  });
});
