import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project with our scripts, in which npm, Vite and the product are stand-ins that say when they run. */
export interface ScriptedProject {
  readonly folder: string;
  write(path: string, text: string): void;
  /** `env` comes on top of the environment of the test. */
  run(command: string, args?: readonly string[], env?: Readonly<Record<string, string>>): ScriptRun;
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

const NPM = `
const { mkdirSync, symlinkSync } = require('node:fs');
console.error('npm ran', process.argv.slice(2).join(' '));
if (process.env.NPM_FAILS) process.exit(7);
mkdirSync('node_modules/node/bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
`;

const VITE = `
const { mkdirSync, writeFileSync } = require('node:fs');
console.log('vite ran');
if (process.env.VITE_FAILS) process.exit(3);
mkdirSync('dist/host', { recursive: true });
writeFileSync('dist/host/serve.js', ${JSON.stringify(`
console.log('product got', process.argv.slice(2).join(' '));
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

export function createScriptedProject(): ScriptedProject {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-scripts-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(scripts, join(folder, 'scripts'), { recursive: true });
  write('package.json', '{"type":"module","devDependencies":{"node":"24.0.0"}}');
  write('package-lock.json', '{"version":1}');
  write('electron/serve.ts', 'export const version = 1;');
  write('npm/npm-cli.js', NPM);
  write('npm/package.json', '{"type":"commonjs"}');
  write('node_modules/vite/bin/vite.js', VITE);
  return {
    folder,
    write,
    run: (command, args = [], env = {}) =>
      runScript(folder, [join('scripts', 'launch.mjs'), command, ...args], env),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function runScript(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ScriptRun {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm', 'npm-cli.js'), ...env },
  });
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
