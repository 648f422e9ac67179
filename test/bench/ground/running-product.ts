import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { type ApiConnection, connectApi, signIn } from './api-connection.ts';
import type { ChildProcesses } from './child-processes.ts';
import { printedAddress, type ServerProcess, startServer } from './server-process.ts';

export interface ProductOptions {
  /** `none` is the API alone. */
  readonly host?: 'none' | 'browser';
  /** A module that runs before the program. */
  readonly preload?: string;
  /** Further ones of the command line. */
  readonly options?: readonly string[];
}

/** The built product as a user starts it, on free ports. */
export interface RunningProduct extends ServerProcess {
  readonly apiAddress: string;
}

const PROGRAM = projectPath('dist', 'host', 'serve.js');

export async function startProduct(
  processes: ChildProcesses,
  dataFolder: string,
  { host = 'none', preload, options = [] }: ProductOptions = {},
): Promise<RunningProduct> {
  const server = await startServer(
    processes,
    [
      ...(preload === undefined ? [] : ['--import', preload]),
      PROGRAM,
      ...['--host', host, '--no-open', '--port', '0', '--data-dir', dataFolder],
      ...options,
    ],
    /Ctrl\+C/,
  );
  return { ...server, apiAddress: printedAddress(server, 'API') };
}

/** Signs the owner of the demo shop in. */
export async function openApi({ apiAddress }: RunningProduct): Promise<ApiConnection> {
  return connectApi(apiAddress, await signIn(apiAddress));
}
