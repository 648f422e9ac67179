import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fetchElectron,
  findElectron,
  mayFetchElectron,
  runElectron,
  runInstaller,
} from '../../../electron/startup/electron-program.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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

  it('finds nothing where the package was installed without its program', () => {
    expect(findElectron(projectWithPackage().root, {})).toBeNull();
    expect(findElectron(temporaryFolder(), {})).toBeNull();
  });

  it('finds nothing where the named program is gone', () => {
    const project = projectWithPackage();
    writeFileSync(join(project.folder, 'path.txt'), 'electron');
    expect(findElectron(project.root, {})).toBeNull();
  });

  it('looks where ELECTRON_OVERRIDE_DIST_PATH points, and there alone', () => {
    const project = projectWithPackage();
    const override = temporaryFolder();
    project.install();
    expect(findElectron(project.root, { ELECTRON_OVERRIDE_DIST_PATH: override })).toBeNull();
    writeFileSync(join(override, 'electron'), '');
    expect(findElectron(project.root, { ELECTRON_OVERRIDE_DIST_PATH: override })).toBe(join(override, 'electron'));
  });
});

describe('fetchElectron', () => {
  function attempt(project: ReturnType<typeof projectWithPackage>, reason: string | null) {
    const lines: string[] = [];
    const downloads: [string, number][] = [];
    const clock = createFixedClock('2026-11-21T09:00:00Z');
    const memory = join(project.root, 'node_modules', '.electron-fetch.json');
    const stop = new AbortController();
    const run = () =>
      fetchElectron({
        root: project.root,
        env: {},
        clock,
        print: (line) => lines.push(line),
        signal: stop.signal,
        download: async (installer, timeoutMs) => {
          downloads.push([installer, timeoutMs]);
          if (reason === null) project.install();
          return reason;
        },
      });
    return { run, lines, downloads, clock, memory, stop };
  }

  it('fetches with the installer of the package, for at most a minute, and says so', async () => {
    const project = projectWithPackage();
    const { run, lines, downloads, memory } = attempt(project, null);
    expect(await run()).toBe(project.program);
    expect(downloads).toEqual([[join(project.folder, 'install.js'), 60_000]]);
    expect(lines).toHaveLength(1);
    expect(existsSync(memory)).toBe(false);
  });

  it('remembers a failure for a day', async () => {
    const { run, downloads, clock, memory } = attempt(projectWithPackage(), 'no network');
    expect(await run()).toBeNull();
    expect(JSON.parse(readFileSync(memory, 'utf8'))).toEqual({ failedAt: clock.now(), reason: 'no network' });
    clock.advance(DAY_MS - 1);
    expect(await run()).toBeNull();
    expect(downloads).toHaveLength(1);
    clock.advance(1);
    expect(await run()).toBeNull();
    expect(downloads).toHaveLength(2);
  });

  it('does not stop a start where its memory can be neither read nor written', async () => {
    const { run, lines, downloads, memory } = attempt(projectWithPackage(), 'no network');
    mkdirSync(memory);
    expect(await run()).toBeNull();
    expect(await run()).toBeNull();
    expect(downloads).toHaveLength(2);
    expect(lines).toContainEqual(expect.stringContaining('the next attempt is at the next start'));
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'does not stop a start where the memory is that of another user of the checkout',
    async () => {
      const project = projectWithPackage();
      const { run, lines, memory } = attempt(project, 'no network');
      writeFileSync(memory, '{}', { mode: 0o000 });
      expect(await run()).toBeNull();
      expect(lines).toContainEqual(expect.stringContaining('the next attempt is at the next start'));
    },
  );

  it('fetches although what it remembers cannot be removed', async () => {
    const project = projectWithPackage();
    const { run, memory } = attempt(project, null);
    mkdirSync(memory);
    expect(await run()).toBe(project.program);
  });

  it('says nothing while it remembers', async () => {
    const { run, lines } = attempt(projectWithPackage(), 'no network');
    await run();
    const said = lines.length;
    await run();
    expect(lines).toHaveLength(said);
  });

  it('tries again when the clock was set back or the memory is damaged', async () => {
    const { run, downloads, clock, memory } = attempt(projectWithPackage(), 'no network');
    writeFileSync(memory, '{');
    await run();
    writeFileSync(memory, JSON.stringify({ failedAt: clock.now() + 2 * DAY_MS, reason: '' }));
    await run();
    expect(downloads).toHaveLength(2);
  });

  it('takes an installer that leaves no program for a failure', async () => {
    const project = projectWithPackage();
    const { run, memory } = attempt({ ...project, install: () => {} }, null);
    expect(await run()).toBeNull();
    expect(existsSync(memory)).toBe(true);
  });

  it('remembers nothing of an attempt that was broken off', async () => {
    const { run, memory, stop } = attempt(projectWithPackage(), 'The operation was aborted');
    stop.abort();
    expect(await run()).toBeNull();
    expect(existsSync(memory)).toBe(false);
  });

  it('does nothing without the package', async () => {
    const { run, lines, downloads } = attempt({ ...projectWithPackage(), root: temporaryFolder() }, null);
    expect(await run()).toBeNull();
    expect([lines, downloads]).toEqual([[], []]);
  });

  it('runs the installer as a program of its own', async () => {
    const project = projectWithPackage();
    writeFileSync(join(project.folder, 'install.js'), 'process.exit(3)');
    const { signal } = new AbortController();
    expect(await runInstaller(join(project.folder, 'install.js'), 60_000, signal)).toBe(
      'The installer ended with status 3.',
    );
  });

  it('says and remembers what the installer said last', async () => {
    const project = projectWithPackage();
    const script = "console.error('warning'); console.error(new Error('no route to host')); process.exit(1)";
    writeFileSync(join(project.folder, 'install.js'), script);
    const { lines, memory, clock, stop } = attempt(project, null);
    const print = (line: string) => lines.push(line);
    await fetchElectron({ root: project.root, env: {}, clock, print, signal: stop.signal });
    expect(JSON.parse(readFileSync(memory, 'utf8')).reason).toBe('Error: no route to host');
    expect(lines.at(-1)).toContain('could not be fetched (Error: no route to host); the next attempt is tomorrow');
  });

  it('ends the installer when the start is broken off', async () => {
    const project = projectWithPackage();
    writeFileSync(join(project.folder, 'install.js'), 'setInterval(() => {}, 1000)');
    const stop = new AbortController();
    const print = () => stop.abort();
    const clock = createFixedClock(0);
    const { root } = project;
    expect(await fetchElectron({ root, env: {}, clock, print, signal: stop.signal })).toBeNull();
  });
});

describe('mayFetchElectron', () => {
  it.each([{ CI: 'true' }, { NODE_ENV: 'test' }, { VITEST: 'true' }])('is false with %j', (env) => {
    expect(mayFetchElectron(env)).toBe(false);
  });

  it('is true at a desk', () => {
    expect(mayFetchElectron({})).toBe(true);
  });
});

describe('runElectron', () => {
  const run = (script: string, argv: string[] = []) => {
    const root = join(temporaryFolder(), 'main.mjs');
    writeFileSync(root, script);
    return runElectron({ program: process.execPath, root, argv, isRoot: false });
  };

  it('passes the options on and answers the exit status', async () => {
    expect(await run('process.exit(process.argv[2] === "--port=0" ? 5 : 6)', ['--port', '0'])).toBe(5);
  });

  it('hands Electron no argument that is a URL: on Windows it ends without a word where another follows', async () => {
    const typed = ['--platform', 'https://till.example', '--no-open', '--data-dir', 'C:\\shop'];
    // As Electron for Windows looks at its arguments, which may follow a path.
    const electron = `
      const given = process.argv.slice(2);
      if (given.slice(0, -1).some((argument) => /^[a-z][^\\s:]+:/i.test(argument))) process.exit(-1);
      process.exit(given.includes('--platform=https://till.example') && given.length === 3 ? 0 : 1);`;
    expect(await run(electron, typed)).toBe(0);
  });

  it('answers a failure when the program was killed', async () => {
    expect(await run('process.kill(process.pid, "SIGKILL")')).toBe(1);
  });

  it('leaves no listener behind', async () => {
    const before = process.listenerCount('SIGTERM');
    await run('');
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
