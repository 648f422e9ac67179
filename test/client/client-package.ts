import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { digestFiles } from '../../scripts/launching/digest-files.mjs';
import { runNpm } from '../../scripts/launching/run-npm.mjs';
import { createStampFile } from '../../scripts/launching/stamp-file.mjs';

const folder = fileURLToPath(new URL('../generated-client', import.meta.url));
const installed = (...below: string[]) => join(folder, 'node_modules', ...below);
const made = (name: string) => join(folder, 'dist', name);

const TYPESCRIPT = installed('typescript', 'bin', 'tsc');
const GENERATOR = installed('openapi-typescript', 'bin', 'cli.js');
const CLEAN_INSTALL = [
  'ci',
  '--include=dev',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Runs `npm ci` in the package folder unless it was done for its present lock file. Takes the network. */
export async function installClientPackage(): Promise<void> {
  const stamp = createStampFile(installed('.installed'));
  const digest = digestFiles(['test/generated-client/package-lock.json']);
  if (stamp.isFor(digest)) return;
  stamp.remove();
  const processes = { stopRequested: false, run: runToEnd };
  const status = await runNpm(processes, { node: process.execPath, folder, args: CLEAN_INSTALL });
  if (status !== 0) throw new Error(`npm ci failed in ${folder} (status ${status}): see its message above.`);
  stamp.write(digest);
}

/** Writes the types of an OpenAPI document to where the programs of the package import them from. */
export async function generateTypes(document: string): Promise<void> {
  mkdirSync(made('.'), { recursive: true });
  writeFileSync(made('openapi.json'), document);
  const { status, errors } = await runScript(GENERATOR, [made('openapi.json'), '-o', made('openapi.d.ts')]);
  if (status !== 0) throw new Error(errors);
}

/** What the compiler of the package says of one of its projects, a line each: nothing when all is well. */
export async function compile(project: string): Promise<string[]> {
  const { output } = await runScript(TYPESCRIPT, ['-p', join(folder, project), '--pretty', 'false']);
  return output.split('\n').filter((line) => line !== '');
}

/** Runs a compiled program of the package and answers what it printed. */
export async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const { status, output, errors } = await runScript(made(name), args);
  if (status !== 0) throw new Error(errors);
  return output;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runScript(script: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, output, errors };
}

async function runToEnd(command: string, args: string[], options: SpawnOptions): Promise<number | null> {
  const [status] = await once(spawn(command, args, options), 'exit');
  return status;
}
