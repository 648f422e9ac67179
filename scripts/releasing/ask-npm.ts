import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { projectPath } from '../launching/project-paths.mjs';

const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** What npm prints, whatever its status: it ends with 1 for an audit with findings as well. */
export function askNpm(...args: readonly string[]): Promise<string> {
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && basename(npm) === 'npm-cli.js';
  const [program, given] = isScript ? [process.execPath, [npm, ...args]] : ['npm', args];
  const shell = !isScript && process.platform === 'win32';
  return new Promise((resolve) => {
    const options = { cwd: projectPath(), maxBuffer: MOST_BYTES, timeout: LONGEST_MS, shell };
    execFile(program, given, options, (_, printed) => resolve(printed));
  });
}
