import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let project: ScriptedProject;

beforeEach(() => {
  project = createScriptedProject();
});

afterEach(() => {
  project.remove();
});

const start = (...args: string[]) => project.run('start', args).ended();

describe('npm start', { timeout: 20_000 }, () => {
  it('installs, builds and passes its arguments to the product', async () => {
    const { status, output } = await start('--port', '0');
    expect(status).toBe(0);
    expect(output).toMatch(
      /Installing .*\n.*npm ran ci .*--ignore-scripts .*\nnpm got .*\nBuilding .*\n.*vite ran\n.*product got --port 0\n/,
    );
  });

  it('does not repeat work', async () => {
    await start();
    expect(await start('--help')).toEqual({ status: 0, output: 'product got --help\n' });
  });

  it('builds again if a source has changed', async () => {
    await start();
    project.write('electron/serve.ts', 'export const version = 2;');
    const { output } = await start();
    expect(output).toContain('vite ran');
    expect(output).not.toContain('npm ran');
  });

  it('installs again if the lock file has changed', async () => {
    await start();
    project.write('package-lock.json', lockFileWith({}));
    expect((await start()).output).toContain('npm ran ci');
  });

  it('leaves out the tools for tests, which a command that needs them adds once', async () => {
    expect((await start()).output).toContain('npm ran ci --omit=dev ');
    const { output } = await project.run('icons').ended();
    expect(output).toMatch(/^Installing the tools .*\nnpm ran install --no-save --include=dev /);
    expect((await project.run('icons').ended()).output).not.toContain('npm ran');
    expect((await start()).output).toBe('product got \n');
  });

  it('installs everything at once for a command that needs the tools', async () => {
    const { output } = await project.run('icons').ended();
    expect(output.match(/npm ran .*/g)).toEqual([expect.stringContaining('npm ran ci --include=dev ')]);
    expect((await start()).output).not.toContain('npm ran');
  });

  it('removes parts of packages that nothing uses', async () => {
    project.write('node_modules/@tabler/icons/icons/outline/a.svg', '<svg/>');
    project.write('node_modules/@tabler/icons/a.mjs', '');
    project.write('node_modules/@tabler/icons/a.mjs.map', '');
    await start();
    expect(readdirSync(join(project.folder, 'node_modules', '@tabler', 'icons'))).toEqual(['a.mjs']);
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

  // Windows has a separate temporary folder for each user.
  it.skipIf(process.platform === 'win32')(
    'runs no compiled code that another user has put into the shared temporary folder',
    async () => {
      const part = join(project.folder, 'part.cjs');
      const shared = join(project.folder, 'shared');
      plantCode(part, shared);
      const env = { PART: part, TMPDIR: shared, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined };

      expect(loadPart(part, shared)).toBe('planted\n');
      const { output } = await project.run('start', [], env).ended();
      expect(output.match(/^\w+ loads \w+$/gm)).toEqual([
        'npm loads genuine',
        'vite loads genuine',
        'product loads genuine',
      ]);
    },
  );

  it('stores the compiled code of the product in the project', async () => {
    await start();
    expect(readdirSync(join(project.folder, 'node_modules', '.cache', 'compiled'))).not.toEqual([]);
  });

  it('exits with the status of the product', async () => {
    expect((await start('--fail')).status).toBe(5);
  });

  it('limits the memory of the product, unless the environment says otherwise', async () => {
    expect((await start('--memory')).output).toContain('arenas 1\n');
    const run = project.run('start', ['--memory'], { MALLOC_ARENA_MAX: '5' });
    expect((await run.ended()).output).toContain('arenas 5\n');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on and exits with status 0', async (signal) => {
    const run = project.run('start', ['--wait']);
    await run.printed('product ready');
    run.process.kill(signal);
    const { status, output } = await run.ended();
    expect(status).toBe(0);
    expect(output.match(/product stops/g)).toHaveLength(1);
  });

  it('continues when standard input ends', async () => {
    const run = project.run('start', ['--wait']);
    await run.printed('product ready');
    run.process.stdin?.end();
    expect(run.process.exitCode).toBeNull();
    run.process.kill('SIGTERM');
    expect((await run.ended()).status).toBe(0);
  });
});

describe('npm start on a computer whose own Node is too old', { timeout: 20_000 }, () => {
  /** As npm does it: the Node of node_modules is first on the PATH, and a variable names that of the computer. */
  function startOnOldNode(...args: string[]) {
    const program = join(project.folder, 'node_modules', 'node-here', 'bin', 'node');
    mkdirSync(join(program, '..'), { recursive: true });
    placeNode(program);
    project.write('old-node', '#!/bin/sh\necho \'{"node":"20.20.2"}\'\n');
    const env = { npm_node_execpath: join(project.folder, 'old-node') };
    return project.run('start', args, env, program).ended();
  }

  it('uses one with the digest of the lock file, runs no script of a package, and starts with it', async () => {
    const { status, output } = await startOnOldNode('--which');
    expect(output).toMatch(
      /npm ran ci .*--ignore-scripts .*\nnpm got node_modules\/node-here sha512-of-node\n.*npm ran ci .*--ignore-scripts /s,
    );
    expect(output).toContain(`product on ${join(project.folder, 'node_modules', 'node-here', 'bin', 'node')}`);
    // npm might find another project with another lock file above a shared folder.
    expect(output).toMatch(/^npm ran ci .*--workspaces=false .* in \S*\/\.node-fetch-\w+\n/m);
    expect(status).toBe(0);
  });

  it('says in one sentence which Node to install if the lock file has none for the computer', async () => {
    const elsewhere = { os: 'win32', cpu: 'arm64', bin: { node: 'bin/node.exe' } };
    project.write('package-lock.json', lockFileWith({ 'node-elsewhere': elsewhere }));
    const { status, output } = await startOnOldNode();
    expect(status).toBe(1);
    expect(output).toMatch(/^Installing .*\nTilldesk needs Node 24 .* install the newest Node 24 from https:.*\n$/);
  });
});

/** Writes code into Node's compile cache that does not belong to the module at `part`, but passes for its code. */
function plantCode(part: string, shared: string): void {
  const genuine = "module.exports = 'genuine';\n";
  const planted = "module.exports = 'planted';\n";
  mkdirSync(shared);
  writeFileSync(part, planted);
  loadPart(part, shared);
  writeFileSync(part, genuine);
  const cache = join(shared, 'node-compile-cache');
  for (const name of readdirSync(cache, { recursive: true, encoding: 'utf8' })) {
    const file = join(cache, name);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    // The checksum of the source at the beginning of the file.
    const checksum = bytes.indexOf(uint32(crc32(planted)));
    if (checksum >= 0) uint32(crc32(genuine)).copy(bytes, checksum);
    writeFileSync(file, bytes);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Returns what a program loads that has enabled Node's compile cache. */
function loadPart(part: string, shared: string): string {
  const text = `require('node:module').enableCompileCache(); console.log(require(${JSON.stringify(part)}))`;
  const env = { TMPDIR: shared, PATH: process.env.PATH };
  return execFileSync(process.execPath, ['-e', text], { encoding: 'utf8', env });
}

function placeNode(path: string): void {
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path);
  }
}

/** A project with our scripts, in which npm, Vite and the product are stand-ins that print when they run. */
interface ScriptedProject {
  readonly folder: string;
  write(path: string, text: string): void;
  /** `env` extends the environment of the test. `node` runs the scripts; by default it is that of the test. */
  run(command: string, args?: readonly string[], env?: NodeJS.ProcessEnv, node?: string): ScriptRun;
  remove(): void;
}

interface ScriptRun {
  readonly process: ChildProcess;
  /** Resolves when the text has been printed on either output. */
  printed(text: string): Promise<void>;
  ended(): Promise<ScriptEnd>;
}

interface ScriptEnd {
  readonly status: number | null;
  readonly output: string;
}

/** Loads a module through Node's compile cache, as npm, Vite and others do. */
const LOAD_PART = (program: string) => `
if (process.env.PART) {
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
  enableCompileCache();
  console.error('${program} loads', createRequire(process.env.PART)(process.env.PART));
}`;

/** Creates the program of each package in the lock file, and prints the requested digest. */
const NPM = `
const { mkdirSync, readFileSync, symlinkSync } = require('node:fs');
console.error('npm ran', process.argv.slice(2).join(' '), 'in', process.cwd());
${LOAD_PART('npm')}
if (process.env.NPM_FAILS) process.exit(7);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { bin, integrity }] of Object.entries(packages)) {
  if (!bin) continue;
  console.error('npm got', path, integrity);
  mkdirSync(path + '/bin', { recursive: true });
  try { symlinkSync(process.execPath, path + '/' + bin.node); } catch {}
}
`;

/** Like the packages of the project that have Node for each platform. */
const NODE_PACKAGE = {
  version: '24.0.0',
  integrity: 'sha512-of-node',
  os: process.platform,
  cpu: [process.arch],
  bin: { node: 'bin/node' },
};

const VITE = `
const { mkdirSync, writeFileSync } = require('node:fs');
exports.createBuilder = async () => ({ buildApp });
async function buildApp() {
console.log('vite ran');
${LOAD_PART('vite')}
if (process.env.VITE_FAILS) process.exit(3);
mkdirSync('dist/host', { recursive: true });
writeFileSync('dist/host/serve.js', ${JSON.stringify(`
${LOAD_PART('product')}
console.log('product got', process.argv.slice(2).join(' '));
if (process.argv.includes('--which')) console.log('product on', process.execPath);
if (process.argv.includes('--memory')) console.log(\`memory: arenas \${process.env.MALLOC_ARENA_MAX}\`);
if (process.argv.includes('--fail')) process.exit(5);
if (process.argv.includes('--wait')) {
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('product stops'); clearInterval(timer); });
  process.on('SIGINT', () => { console.log('product stops'); clearInterval(timer); });
  console.log('product ready');
}
`)});
}
`;

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));

/** Returns the text of a lock file with these optional packages. */
function lockFileWith(optional: Readonly<Record<string, object>>): string {
  const entries = Object.entries(optional).map(([name, locked]) => [`node_modules/${name}`, locked]);
  const optionalDependencies = Object.fromEntries(Object.keys(optional).map((name) => [name, '24.0.0']));
  return JSON.stringify({ packages: { '': { optionalDependencies }, ...Object.fromEntries(entries) } });
}

function createScriptedProject(): ScriptedProject {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-scripts-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(scripts, join(folder, 'scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', lockFileWith({ 'node-here': NODE_PACKAGE }));
  write('electron/serve.ts', 'export const version = 1;');
  write('npm/npm-cli.js', NPM);
  write('npm/package.json', '{"type":"commonjs"}');
  write('node_modules/vite/index.js', VITE);
  write('node_modules/vite/package.json', '{"type":"commonjs"}');
  return {
    folder,
    write,
    run: (command, args = [], env = {}, node = process.execPath) =>
      runScript(folder, [node, join('scripts', 'launch.mjs'), command, ...args], env),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function runScript(
  folder: string,
  [node = process.execPath, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): ScriptRun {
  const npm = { npm_execpath: join(folder, 'npm', 'npm-cli.js'), npm_node_execpath: node };
  const child = spawn(node, args, { cwd: folder, env: { ...process.env, ...npm, ...env } });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const end = new Promise<ScriptEnd>((resolve) => {
    child.once('close', (status) => resolve({ status, output }));
  });
  return {
    process: child,
    printed: (text) =>
      new Promise((resolve) => {
        listeners.add(() => {
          if (output.includes(text)) resolve();
        });
        if (output.includes(text)) resolve();
      }),
    ended: () => end,
  };
}
