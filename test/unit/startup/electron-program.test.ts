import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fetchElectron,
  findElectron,
  mayFetchElectron,
  runElectron,
} from '../../../electron/startup/electron-program.ts';
import { readInstance } from '../../../electron/startup/instance-file.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

function projectWithPackage() {
  const root = temporaryFolder();
  const folder = join(root, 'node_modules', 'electron');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'install.js'), '');
  const install = () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    writeFileSync(join(folder, 'dist', 'electron'), '');
  };
  return { root, folder, install, program: join(folder, 'dist', 'electron') };
}

describe('findElectron', () => {
  it('finds the program that the package names', () => {
    const project = projectWithPackage();
    project.install();
    expect(findElectron(project.root, {})).toBe(project.program);
  });

  it('finds nothing if the package was installed without its program', () => {
    expect(findElectron(projectWithPackage().root, {})).toBeNull();
    expect(findElectron(temporaryFolder(), {})).toBeNull();
  });

  it.each([null, ''])('finds nothing if unpacking the program was aborted (path.txt: %j)', (named) => {
    const project = projectWithPackage();
    project.install();
    if (named === null) rmSync(join(project.folder, 'path.txt'));
    else writeFileSync(join(project.folder, 'path.txt'), named);
    expect(findElectron(project.root, {})).toBeNull();
  });

  it('finds nothing if the named program was deleted', () => {
    const project = projectWithPackage();
    writeFileSync(join(project.folder, 'path.txt'), 'electron');
    expect(findElectron(project.root, {})).toBeNull();
  });

  it('looks in ELECTRON_OVERRIDE_DIST_PATH, and only there', () => {
    const project = projectWithPackage();
    const override = temporaryFolder();
    project.install();
    expect(findElectron(project.root, { ELECTRON_OVERRIDE_DIST_PATH: override })).toBeNull();
    writeFileSync(join(override, 'electron'), '');
    expect(findElectron(project.root, { ELECTRON_OVERRIDE_DIST_PATH: override })).toBe(join(override, 'electron'));
  });
});

describe('fetchElectron', () => {
  function attempt(installer: string) {
    const project = projectWithPackage();
    writeFileSync(join(project.folder, 'install.js'), installer);
    const lines: string[] = [];
    const stop = new AbortController();
    const print = (line: string) => lines.push(line);
    const run = () => fetchElectron({ root: project.root, env: {}, print, signal: stop.signal });
    return { run, lines, stop, project };
  }

  const INSTALLER = `
    require('node:fs').writeFileSync(__dirname + '/dist/electron', '');
    require('node:fs').writeFileSync(__dirname + '/path.txt', 'electron');`;

  it('downloads with the installer of the package', async () => {
    const { run, lines, project } = attempt(INSTALLER);
    expect(await run()).toBe(project.program);
    expect(lines).toEqual([]);
  });

  it('reports the last message of the installer, and tries again at the next start', async () => {
    const failing = "console.error('warning'); console.error(new Error('no route to host')); process.exit(1)";
    const { run, lines, project } = attempt(failing);
    expect(await run()).toBeNull();
    expect(lines).toEqual(['Electron could not be fetched (Error: no route to host). The next start tries again.']);
    writeFileSync(join(project.folder, 'install.js'), INSTALLER);
    expect(await run()).toBe(project.program);
  });

  it.each([
    ['process.exit(3)', 'The installer ended with status 3'],
    ['', 'The program is still missing'],
  ])('treats the installer %j as a failure', async (installer, reason) => {
    const { run, lines } = attempt(installer);
    expect(await run()).toBeNull();
    expect(lines).toEqual([`Electron could not be fetched (${reason}). The next start tries again.`]);
  });

  it('ends the installer without a message when the program stops', async () => {
    const { run, lines, stop, project } = attempt(`
      require('node:fs').writeFileSync(require('node:os').tmpdir() + '/half.zip', 'half');
      require('node:fs').writeFileSync(__dirname + '/begun', '');
      setInterval(() => {}, 1000);`);
    const fetching = run();
    await waitFor(() => expect(existsSync(join(project.folder, 'begun'))).toBe(true));
    stop.abort();
    expect(await fetching).toBeNull();
    expect(lines).toEqual([]);
    // Its downloads are removed, too.
    expect(readdirSync(join(project.root, 'node_modules'))).toEqual(['electron']);
  });

  it('does nothing if the package is missing', async () => {
    const { signal } = new AbortController();
    expect(await fetchElectron({ root: temporaryFolder(), env: {}, print: untouched, signal })).toBeNull();
  });

  const untouched = (): never => {
    throw new Error('nothing to print');
  };
});

describe('mayFetchElectron', () => {
  it.each([{ CI: 'true' }, { NODE_ENV: 'test' }, { VITEST: 'true' }])('is false with %j', (env) => {
    expect(mayFetchElectron(env)).toBe(false);
  });

  it('is true on a desktop computer', () => {
    expect(mayFetchElectron({})).toBe(true);
  });
});

describe('runElectron', () => {
  function prepare(script: string, argv: string[] = []) {
    const folder = temporaryFolder();
    const [root, instance] = [join(folder, 'main.mjs'), join(folder, 'instance.json')];
    writeFileSync(root, script);
    const clock = createFixedClock(0);
    return {
      folder,
      instance,
      clock,
      run: () => runElectron({ program: process.execPath, root, argv, instance, clock }),
    };
  }
  const run = (script: string, argv: string[] = []) => prepare(script, argv).run();

  /** Writes the discovery file beside the script, as a listening program does. */
  const PUBLISH = `
    import { existsSync, rmSync, writeFileSync } from 'node:fs';
    const file = new URL('instance.json', import.meta.url);
    const record = { pid: process.pid, startedAt: '2026-11-21T12:00:00Z', host: 'electron', apiPort: 4870, uiPort: null };
    writeFileSync(file, JSON.stringify({ ...record, nonce: 'ab'.repeat(32) }), { mode: 0o600 });`;

  it('passes the options on and returns the exit status', async () => {
    const script = 'process.exit(process.argv[2] === "--port=0" ? 5 : 6)';
    expect(await run(script, ['--port', '0'])).toMatchObject({ status: 5 });
  });

  it('passes Electron no argument that is a URL, because on Windows it exits silently if another one follows', async () => {
    const typed = ['--platform', 'https://till.example', '--no-open', '--data-dir', 'C:\\shop'];
    // Checks its arguments like Electron for Windows.
    const electron = `
      const given = process.argv.slice(2);
      if (given.slice(0, -1).some((argument) => /^[a-z][^\\s:]+:/i.test(argument))) process.exit(-1);
      process.exit(given.includes('--platform=https://till.example') && given.length === 3 ? 0 : 1);`;
    expect(await run(electron, typed)).toEqual({ status: 0, failure: null });
  });

  it.each([
    ['process.kill(process.pid, "SIGTRAP")', { status: 1, failure: 'SIGTRAP' }],
    ['process.exit(7)', { status: 7, failure: 'status 7' }],
  ])('returns a failure for a program that exits before it has published its address (%s)', async (script, end) => {
    expect(await run(script)).toEqual(end);
  });

  it('returns a failure for a program that cannot be started', async () => {
    const { folder, instance, clock } = prepare('');
    const end = await runElectron({ program: join(folder, 'electron'), root: folder, argv: [], instance, clock });
    expect(end).toEqual({ status: 1, failure: expect.stringContaining('ENOENT') });
  });

  it('returns no failure for a program that was closed before it had started', async () => {
    expect(await run('')).toEqual({ status: 0, failure: null });
  });

  it('returns a failure for a program that was killed by a signal, even after it had published its address', async () => {
    const end = { status: 1, failure: 'SIGSEGV' };
    expect(await run(`${PUBLISH} process.kill(process.pid, 'SIGSEGV')`)).toEqual(end);
  });

  it('returns no failure for a program that published its address, cleaned up and exited with an error', async () => {
    const { folder, clock, instance, run } = prepare(`${PUBLISH}
      const timer = setInterval(() => {
        if (!existsSync(new URL('end', import.meta.url))) return;
        rmSync(file);
        process.exit(1);
      }, 5);`);
    const ended = run();
    await waitFor(() => expect(existsSync(instance) && readInstance(instance)).toMatchObject({ host: 'electron' }));
    clock.advance(200);
    writeFileSync(join(folder, 'end'), '');
    expect(await ended).toEqual({ status: 1, failure: null });
  });

  it('does not use the discovery file of an earlier program', async () => {
    const { instance, run } = prepare('process.exit(1)');
    const record = { pid: 1, startedAt: '2026-11-21T12:00:00Z', host: 'electron', apiPort: 4870, uiPort: null };
    writeFileSync(instance, JSON.stringify({ ...record, nonce: 'cd'.repeat(32) }), { mode: 0o600 });
    expect(await run()).toEqual({ status: 1, failure: 'status 1' });
  });

  it('leaves no listeners behind', async () => {
    const before = process.listenerCount('SIGTERM');
    await run('');
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
