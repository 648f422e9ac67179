import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import {
  type ExportOutcome,
  readLedgersFile,
  runExport as runCommand,
  runExportCommand,
} from '../../electron/cli/export.ts';
import { readExportCommand } from '../../electron/cli/export-options.ts';
import { withExportOrigin } from '../../electron/compose/export.ts';
import type { ConfigSources } from '../../electron/config/config.ts';
import { createFixedClock, NOW } from './fixed-clock.ts';
import { startProgram } from './program-process.ts';
import { writeShop } from './shop-folder.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { openPerFile } from './test-scope.ts';

const NEVER = new AbortController().signal;

interface ShopFolder {
  readonly folder: string;
  readonly file: string;
}

/** Creates a data folder with the fixture shop. */
export async function createShopFolder(): Promise<ShopFolder> {
  const folder = createTemporaryFolder();
  return { folder, file: await writeShop(folder) };
}

/** The same, shared by all tests of a file. */
export function openShopFolderPerFile(): Promise<ShopFolder> {
  return openPerFile(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tilldesk-test-'));
    return { folder, file: await writeShop(folder), close: () => rmSync(folder, { recursive: true, force: true }) };
  });
}

interface Calling {
  /** The folder in which npm was run. */
  readonly workingFolder: string;
  readonly apiKey?: string;
}

interface Starting extends Calling {
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts the command in a separate process that runs in another folder, as npm does. */
export function startExport(argv: readonly string[], { workingFolder, apiKey, environment }: Starting) {
  const { TILLDESK_API_KEY: _key, ...inherited } = process.env;
  const key = apiKey && { TILLDESK_API_KEY: apiKey };
  return startProgram('export', argv, { env: { ...inherited, ...environment, ...key, INIT_CWD: workingFolder } });
}

interface Running extends Calling {
  readonly signal?: AbortSignal;
  /** Whether somebody reads its standard output. */
  readonly hasReader?: boolean;
}

/** Runs the command in this process, and returns its status and output. */
export async function runExport(argv: readonly string[], calling: Running) {
  const { signal = NEVER, hasReader = true } = calling;
  let out = '';
  let err = '';
  const status = await runCommand({
    sources: createConfigSources(argv, calling),
    workingFolder: calling.workingFolder,
    clock: systemClock,
    signal,
    async print(text) {
      if (hasReader) out += `${text}\n`;
      return hasReader;
    },
    messages: {
      isTerminal: false,
      write(text) {
        err += text;
      },
    },
  });
  return { status, out, err };
}

function createConfigSources(argv: readonly string[], { workingFolder, apiKey }: Calling): ConfigSources {
  const env = apiKey === undefined ? {} : { TILLDESK_API_KEY: apiKey };
  return { argv, env, platform: process.platform, homeFolder: workingFolder, workingFolder };
}

/** Exports at the clock's time with the parts that the command combines. Rejects if it fails. */
export function exportInProcess(
  argv: readonly string[],
  { clock = createFixedClock(NOW), ...calling }: Calling & { readonly clock?: Clock },
): Promise<ExportOutcome> {
  const { workingFolder } = calling;
  const command = readExportCommand(argv, clock.now());
  const { source, ledgers } = command;
  const options = {
    source,
    sources: createConfigSources(argv, calling),
    ledgers: ledgers === null ? null : readLedgersFile(ledgers),
    clock,
    signal: NEVER,
    notify: (line: string) => {
      throw new Error(line);
    },
  };
  const deps = { workingFolder, show: () => {}, signal: NEVER };
  return withExportOrigin(options, (origin) => runExportCommand(command, { ...origin, ...deps }));
}
