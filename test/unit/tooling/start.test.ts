import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedProject, type ScriptedProject } from '../../support/scripted-project.ts';

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
      /Installing .*\n.*npm ran ci --include=dev.*\n.*Building .*\n.*vite ran\n.*product got --port 0\n/,
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
    project.write('package-lock.json', '{"version":2}');
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
