import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProgramProcess, startProgram } from '../../support/program-process.ts';
import { LAUNCH_ADDRESS } from '../../support/window-client.ts';

/** Absolute path of the folder of package.json. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** The built product with the browser host, on free ports and with a separate data folder. */
export interface RunningProduct {
  /** Such as `http://127.0.0.1:4870`. */
  readonly apiAddress: string;
  /** Admits one browser, once. */
  readonly launchAddress: string;
  readonly dataFolder: string;
  /** Ends the program. */
  end(): Promise<void>;
  /** Suspends the process until `wake`, like a sleeping computer. */
  sleep(): void;
  wake(): void;
  /** Ends the program and starts it with the same data folder. */
  restart(): Promise<RunningProduct>;
  /** Ends the program if it still runs, and removes its data folder. */
  stop(): Promise<void>;
}

/** Names a store with the demo shops, of which every product gets a copy. */
export const DEMO_STORE_VARIABLE = 'TILLDESK_TEST_DEMO_STORE';

export const STORE_FILE = 'tilldesk.sqlite';

/** A first start makes the demo shop, which takes half a minute on a busy computer. */
const START_TIMEOUT_MS = 120_000;

/** For a fixture with such a product: longer than the start, which reports its own failure. */
export const PRODUCT_START_MS = START_TIMEOUT_MS + 30_000;

const ARGUMENTS = ['--host', 'browser', '--no-open', '--port', '0'];

const API_ADDRESS = /\bAPI\W+(http:\/\/127\.0\.0\.1:\d+)/;

/** `prepare` may write to the data folder before the program reads it. `options` override the usual ones. */
export async function startProduct(
  prepare?: (dataFolder: string) => Promise<void>,
  options: readonly string[] = [],
): Promise<RunningProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tilldesk-e2e-'));
  const demoStore = process.env[DEMO_STORE_VARIABLE];
  if (demoStore !== undefined) await copyFile(demoStore, join(dataFolder, STORE_FILE));
  await prepare?.(dataFolder);
  return startIn(dataFolder, options);
}

async function startIn(dataFolder: string, options: readonly string[]): Promise<RunningProduct> {
  const program = startProgram('serve', [...ARGUMENTS, ...options, '--data-dir', dataFolder]);
  const { child } = program;
  child.stderr.pipe(process.stderr);
  const end = async () => {
    // A suspended process ends when it wakes.
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    await program.ended;
  };
  const stop = async () => {
    await end();
    // A test may have stopped it before.
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    return {
      ...(await readAddresses(program)),
      ...{ dataFolder, end, stop },
      sleep: () => void child.kill('SIGSTOP'),
      wake: () => void child.kill('SIGCONT'),
      async restart() {
        await end();
        return startIn(dataFolder, options);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Kills a program that does not print them in time. */
async function readAddresses({ child, printed }: ProgramProcess) {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const text = await printed('Ctrl+C').finally(() => clearTimeout(timer));
  const apiAddress = API_ADDRESS.exec(text)?.[1];
  const launchAddress = LAUNCH_ADDRESS.exec(text)?.[0];
  if (apiAddress === undefined || launchAddress === undefined) throw new Error(`no addresses were printed: ${text}`);
  return { apiAddress, launchAddress };
}
