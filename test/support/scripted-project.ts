import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project with our scripts, in which npm, Vite and the product are stand-ins that say when they run. */
export interface ScriptedProject {
  readonly folder: string;
  write(path: string, text: string): void;
  /** `env` comes on top of the environment of the test. `node` is what the scripts run on: by default that of the test. */
  run(
    command: string,
    args?: readonly string[],
    env?: Readonly<Record<string, string>>,
    node?: string,
  ): ScriptRun;
  remove(): void;
}

export interface ScriptRun {
  readonly process: ChildProcess;
  /** Resolves when the text has been printed on either output. */
  printed(text: string): Promise<void>;
  ended(): Promise<ScriptEnd>;
}

interface ScriptEnd {
  readonly status: number | null;
  readonly output: string;
}

/** Lays the program of each package of the lock file, and says which digest was asked for. */
const NPM = `
const { mkdirSync, readFileSync, symlinkSync } = require('node:fs');
console.error('npm ran', process.argv.slice(2).join(' '));
if (process.env.NPM_FAILS) process.exit(7);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { bin, integrity }] of Object.entries(packages)) {
  if (!bin) continue;
  console.error('npm got', path, integrity);
  mkdirSync(path + '/bin', { recursive: true });
  try { symlinkSync(process.execPath, path + '/' + bin.node); } catch {}
}
`;

/** As the project has a Node of each platform. */
const NODE_PACKAGE = {
  version: '24.0.0',
  integrity: 'sha512-of-node',
  os: process.platform,
  cpu: [process.arch],
  bin: { node: 'bin/node' },
};

const VITE = `
const { mkdirSync, writeFileSync } = require('node:fs');
console.log('vite ran');
if (process.env.VITE_FAILS) process.exit(3);
mkdirSync('dist/host', { recursive: true });
writeFileSync('dist/host/serve.js', ${JSON.stringify(`
console.log('product got', process.argv.slice(2).join(' '));
if (process.argv.includes('--which')) console.log('product on', process.execPath);
if (process.argv.includes('--fail')) process.exit(5);
if (process.argv.includes('--wait')) {
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('product stops'); clearInterval(timer); });
  process.on('SIGINT', () => { console.log('product stops'); clearInterval(timer); });
  console.log('product ready');
}
`)});
`;

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Text of a lock file with these optional packages. */
export function lockFileWith(optional: Readonly<Record<string, object>>): string {
  const entries = Object.entries(optional).map(([name, locked]) => [`node_modules/${name}`, locked]);
  const optionalDependencies = Object.fromEntries(Object.keys(optional).map((name) => [name, '24.0.0']));
  return JSON.stringify({ packages: { '': { optionalDependencies }, ...Object.fromEntries(entries) } });
}

export function createScriptedProject(): ScriptedProject {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-scripts-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(scripts, join(folder, 'scripts'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', lockFileWith({ 'node-here': NODE_PACKAGE }));
  write('electron/serve.ts', 'export const version = 1;');
  write('npm/npm-cli.js', NPM);
  write('npm/package.json', '{"type":"commonjs"}');
  write('node_modules/vite/bin/vite.js', VITE);
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
  env: Readonly<Record<string, string>>,
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
