import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../generated-client', import.meta.url));
const installed = (...below: string[]) => join(folder, 'node_modules', ...below);
const made = (name: string) => join(folder, 'dist', name);

const TYPESCRIPT = installed('typescript', 'bin', 'tsc');
const GENERATOR = installed('openapi-typescript', 'bin', 'cli.js');

/** Throws one sentence where the packages of the folder are not there. */
export function expectInstalledPackage(): void {
  if (existsSync(installed())) return;
  throw new Error('The packages of test/generated-client are missing: `npm run test:full` installs them.');
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
