import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program in JavaScript, with the project's root as its working folder. */
export interface Tool {
  /** Absolute path. */
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ToolRunner {
  /** Runs the tool on this Node with its output shown; true when it ended with status 0. */
  run(tool: Tool): Promise<boolean>;
}

export function createToolRunner(root: string, stopped: AbortSignal): ToolRunner {
  return {
    run({ script, args, env }) {
      return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [script, ...args], {
          cwd: root,
          stdio: 'inherit',
          env: { ...process.env, ...env },
          signal: stopped,
        });
        child.once('error', reject);
        child.once('exit', (status) => resolve(status === 0));
      });
    },
  };
}

/** Path of a command that a package of node_modules brings. */
export function commandOf(root: string, packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
