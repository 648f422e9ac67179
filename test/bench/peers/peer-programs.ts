import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PRIVATE_CACHES } from '../../../scripts/launching/node-runtime.mjs';
import { findFreePort } from '../../support/local-port.ts';
import type { ChildProcesses } from '../context/running-product.ts';
import { writeRowsJson } from './peer-rows.ts';

export const PEERS = ['json-server', 'Directus', 'bare server'] as const;
export type PeerName = (typeof PEERS)[number];

export interface RunningProgram {
  readonly child: ChildProcess;
  /** From the start of the process to the first connection that it accepts. */
  readonly startMs: number;
  readonly address: string;
  /** Empty if it needs none. */
  readonly token: string;
}

/** A program that is installed and has the rows. */
export interface Program {
  readonly name: PeerName | 'Tilldesk';
  /** The files of `npm install` or the checkout; none for a single file. */
  readonly installed: readonly string[];
  start(): Promise<RunningProgram>;
}

export interface PeerPlaces {
  readonly processes: ChildProcesses;
  /** The folder where peers are installed. */
  readonly folder: string;
  /** Their data, which is removed after the run. */
  readonly dataFolder: string;
  /** The rows for json-server and Directus, as an SQLite database. */
  readonly rowsFile: string;
  /** The store of Tilldesk, which the bare server reads too. */
  readonly storeFile: string;
  readonly accountId: number;
}

export const VERSIONS = { 'json-server': '0.17.4', Directus: '11.17.4' } as const;

/** For Directus, which compiles two packages. An npm that asks which install scripts may run finds them allowed. */
const SQLITE_VERSION = '5.1.7';
const COMPILED = { 'isolated-vm': true, sqlite3: true };

/** Directus needs this Node; the package includes its headers. */
const DIRECTUS_NODE = { name: `node-linux-${process.arch}`, version: '22.23.3' };

const LOOPBACK_ONLY = fileURLToPath(new URL('loopback-only.mjs', import.meta.url));
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** Installs a peer and gives it the rows. Throws if that is not possible here. */
export const SET_UP: Record<PeerName, (places: PeerPlaces) => Promise<Program>> = {
  async 'json-server'(places) {
    const installed = await install(places, 'json-server', [`json-server@${VERSIONS['json-server']}`]);
    const file = join(places.dataFolder, 'rows.json');
    writeRowsJson(places.rowsFile, file);
    const program = join(installed, 'json-server', 'lib', 'cli', 'bin.js');
    const options = ['--read-only', '--quiet', '--host', '127.0.0.1'];
    return {
      ...{ name: 'json-server', installed: [installed] },
      start: () =>
        startPeer(places, (port) => [...REACHES_LOOPBACK, program, ...options, '--port', String(port), file], {}),
    };
  },

  async Directus(places) {
    const node = join(
      await install(places, 'node', [`${DIRECTUS_NODE.name}@${DIRECTUS_NODE.version}`]),
      DIRECTUS_NODE.name,
    );
    const packages = [`directus@${VERSIONS.Directus}`, `sqlite3@${SQLITE_VERSION}`];
    const installed = await install(places, 'directus', packages, node);
    const file = join(places.dataFolder, 'directus.sqlite');
    copyFileSync(places.rowsFile, file);
    const token = randomBytes(16).toString('hex');
    const env = {
      // Otherwise it rejects requests of a busy client.
      ...{ HOST: '127.0.0.1', TELEMETRY: 'false', LOG_LEVEL: 'error', PRESSURE_LIMITER_ENABLED: 'false' },
      ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: file, SECRET: randomBytes(32).toString('hex') },
      ...{ ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: randomBytes(16).toString('hex'), ADMIN_TOKEN: token },
      STORAGE_LOCAL_ROOT: join(places.dataFolder, 'uploads'),
      EXTENSIONS_PATH: join(places.dataFolder, 'extensions'),
    };
    const program = join(node, 'bin', 'node');
    const args = [...REACHES_LOOPBACK, join(installed, 'directus', 'cli.js')];
    const cwd = dirname(installed);
    await run(places, program, [...args, 'bootstrap'], { cwd, env: { ...environmentOf(places), ...env } });
    return {
      ...{ name: 'Directus', installed: [installed] },
      async start() {
        const running = await startPeer(places, () => [...args, 'start'], env, { program, cwd });
        return { ...running, token };
      },
    };
  },

  async 'bare server'(places) {
    return {
      ...{ name: 'bare server', installed: [] },
      start: () =>
        startPeer(places, (port) => [BARE_SERVER, places.storeFile, String(places.accountId), String(port)], {}),
    };
  },
};

const REACHES_LOOPBACK = ['--import', LOOPBACK_ONLY];

/** They get only the environment that they need. */
const environmentOf = ({ dataFolder }: PeerPlaces) => ({
  ...{ ...PRIVATE_CACHES, PATH: process.env.PATH ?? '', HOME: dataFolder, NODE_ENV: 'production' },
});

/** Returns `node_modules` of a separate folder. Packages of an earlier run are reused. */
async function install(places: PeerPlaces, name: string, packages: readonly string[], node?: string): Promise<string> {
  const cwd = join(places.folder, name);
  const record = join(cwd, 'installed.txt');
  const wanted = packages.join(' ');
  if (!existsSync(record) || readFileSync(record, 'utf8') !== wanted) {
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, allowScripts: COMPILED }));
    process.stderr.write(`Installing ${wanted} in ${cwd}\n`);
    const compiledFor = node && {
      PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH}`,
      npm_config_nodedir: node,
      // The npm that started this run passes on that no install script of its own project may run.
      npm_config_ignore_scripts: 'false',
    };
    const args = ['install', '--prefix', cwd, '--no-audit', '--no-fund', ...packages];
    await run(places, 'npm', args, { cwd, env: { ...process.env, ...compiledFor } });
    writeFileSync(record, wanted);
  }
  return join(cwd, 'node_modules');
}

interface RunIn {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const LAST_LINES = 5;

/** Throws with the last lines of the output if it fails. */
async function run({ processes }: PeerPlaces, program: string, args: readonly string[], options: RunIn): Promise<void> {
  const child = processes.adopt(spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [status] = await once(child, 'close');
  if (status === 0) return;
  const lines = printed.trim().split('\n');
  const errors = lines.filter((line) => /^(npm error|\w*Error: )/.test(line));
  throw new Error((errors.length > 0 ? errors : lines).slice(0, LAST_LINES).join('; '));
}

const START_TIMEOUT_MS = 180_000;
const LOOK_MS = 5;

async function startPeer(
  places: PeerPlaces,
  argsOf: (port: number) => readonly string[],
  env: Readonly<Record<string, string>>,
  { program = process.execPath, cwd = places.dataFolder } = {},
): Promise<RunningProgram> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = places.processes.adopt(
    spawn(program, argsOf(port), {
      ...{ cwd, stdio: ['ignore', 'ignore', 'inherit'] },
      env: { ...environmentOf(places), ...env, PORT: String(port) },
    }),
  );
  while (!(await isListening(port))) {
    const isLate = performance.now() - startedAt > START_TIMEOUT_MS;
    if (isLate) await places.processes.stop(child);
    if (isLate) throw new Error(`it did not listen within ${START_TIMEOUT_MS} ms`);
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}`);
    await delay(LOOK_MS);
  }
  return { child, startMs: performance.now() - startedAt, address: `http://127.0.0.1:${port}`, token: '' };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
