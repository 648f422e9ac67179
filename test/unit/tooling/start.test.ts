import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedProject, lockFileWith, type ScriptedProject } from '../../support/scripted-project.ts';

let project: ScriptedProject;

beforeEach(() => {
  project = createScriptedProject();
});

afterEach(() => {
  project.remove();
});

const start = (...args: string[]) => project.run('start', args).ended();

describe('npm start', { timeout: 20_000 }, () => {
  it('installs, builds and hands its arguments to the product', async () => {
    const { status, output } = await start('--port', '0');
    expect(status).toBe(0);
    expect(output).toMatch(
      /Installing .*\n.*npm ran ci --ignore-scripts .*\nnpm got .*\nBuilding .*\n.*vite ran\n.*product got --port 0\n/,
    );
  });

  it('does nothing twice that need not be done twice', async () => {
    await start();
    expect(await start('--help')).toEqual({ status: 0, output: 'product got --help\n' });
  });

  it('builds again when a source has changed', async () => {
    await start();
    project.write('electron/serve.ts', 'export const version = 2;');
    const { output } = await start();
    expect(output).toContain('vite ran');
    expect(output).not.toContain('npm ran');
  });

  it('installs again when the lock file has changed', async () => {
    await start();
    project.write('package-lock.json', lockFileWith({}));
    expect((await start()).output).toContain('npm ran ci');
  });

  it('says in a sentence that installing failed, and tries again the next time', async () => {
    const { status, output } = await project.run('start', [], { NPM_FAILS: '1' }).ended();
    expect(status).toBe(1);
    expect(output).toMatch(/npm ci failed \(status 7\): .*\n$/);
    expect((await start()).output).toContain('npm ran ci');
  });

  it('says in a sentence that building failed, and tries again the next time', async () => {
    const { status, output } = await project.run('start', [], { VITE_FAILS: '1' }).ended();
    expect(status).toBe(1);
    expect(output).toMatch(/The build failed \(status 3\): .*\n$/);
    expect((await start()).output).toContain('vite ran');
  });

  it('ends with the status of the product', async () => {
    expect((await start('--fail')).status).toBe(5);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on and ends with status 0', async (signal) => {
    const run = project.run('start', ['--wait']);
    await run.printed('product ready');
    run.process.kill(signal);
    const { status, output } = await run.ended();
    expect(status).toBe(0);
    expect(output.match(/product stops/g)).toHaveLength(1);
  });

  it('is not stopped by the end of standard input', async () => {
    const run = project.run('start', ['--wait']);
    await run.printed('product ready');
    run.process.stdin?.end();
    expect(run.process.exitCode).toBeNull();
    run.process.kill('SIGTERM');
    expect((await run.ended()).status).toBe(0);
  });
});

describe('npm start on a machine whose own Node is too old', { timeout: 20_000 }, () => {
  /** As npm makes it: the Node of node_modules is first on the PATH, and that of the machine is named. */
  function startOnOldNode(...args: string[]) {
    const program = join(project.folder, 'node_modules', 'node-here', 'bin', 'node');
    mkdirSync(join(program, '..'), { recursive: true });
    placeNode(program);
    project.write('old-node', '#!/bin/sh\necho \'{"node":"20.20.2"}\'\n');
    const env = { npm_node_execpath: join(project.folder, 'old-node') };
    return project.run('start', args, env, program).ended();
  }

  it('takes one with the digest of the lock file, runs no script of a package, and runs on it', async () => {
    const { status, output } = await startOnOldNode('--which');
    expect(output).toMatch(
      /npm ran ci --ignore-scripts .*\nnpm got node_modules\/node-here sha512-of-node\n.*npm ran ci --ignore-scripts /s,
    );
    expect(output).toContain(
      `product on ${join(project.folder, 'node_modules', 'node-here', 'bin', 'node')}`,
    );
    expect(status).toBe(0);
  });

  it('says in one sentence which Node to install where the lock file has none for the machine', async () => {
    const elsewhere = { os: 'win32', cpu: 'arm64', bin: { node: 'bin/node.exe' } };
    project.write('package-lock.json', lockFileWith({ 'node-elsewhere': elsewhere }));
    const { status, output } = await startOnOldNode();
    expect(status).toBe(1);
    expect(output).toMatch(
      /^Installing .*\nTilldesk needs Node 24 .* install the newest Node 24 from https:.*\n$/,
    );
  });
});

describe('npm run dist', { timeout: 20_000 }, () => {
  it('builds from nothing, whatever an earlier build has left, before it makes installers', async () => {
    project.write('scripts/releasing/make-installers.ts', PACKER);
    await start();
    project.write('dist/main/left-behind.js', '');
    const { status, output } = await project.run('dist', ['--linux']).ended();
    expect(status).toBe(0);
    expect(output).toMatch(/vite ran\npacks \["host"\] with --linux\n$/);
  });
});

const PACKER = `
import { readdirSync } from 'node:fs';
const built = readdirSync('dist').filter((name) => !name.startsWith('.'));
console.log('packs', JSON.stringify(built), 'with', process.argv.slice(2).join(' '));
`;

function placeNode(path: string): void {
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path);
  }
}
