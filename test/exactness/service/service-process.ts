import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInstance } from '../../../electron/startup/instance-file.ts';

const PROGRAM = fileURLToPath(new URL('../../../electron/serve.ts', import.meta.url));

/** Serves the store of a data folder for as long as `use` takes. */
export type WithService = (dataDir: string, use: (port: number) => Promise<void>) => Promise<void>;

/** By the program in its own process without a window. */
export const withProgram: WithService = async (dataDir, use) => {
  const argv = [PROGRAM, '--headless', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes('Ctrl+C')) break;
    await use(portOf(dataDir));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
};

function portOf(dataDir: string): number {
  const record = readInstance(join(dataDir, 'instance.json'));
  if (record === null || record === 'damaged' || record.apiPort === null) {
    throw new Error(`the program did not start on ${dataDir}`);
  }
  return record.apiPort;
}
