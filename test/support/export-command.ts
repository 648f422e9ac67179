import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import { runExport as runCommand } from '../../electron/cli/export.ts';
import { readExportCommand } from '../../electron/cli/export-command.ts';
import { type ExportOutcome, runExportCommand } from '../../electron/cli/export-save.ts';
import { readLedgersFile } from '../../electron/cli/export-source.ts';
import { withExportOrigin } from '../../electron/compose/export.ts';
import type { ConfigSources } from '../../electron/config/config.ts';
import { createFixedClock, NOW } from './fixed-clock.ts';
import { startProgram } from './program-process.ts';
import { layShop } from './shop-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NEVER = new AbortController().signal;

/** A data folder with the fixture shop in it. */
export async function folderWithShop(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder();
  return { folder, file: await layShop(folder) };
}

interface Calling {
  /** The folder in which npm was called. */
  readonly workingFolder: string;
  readonly apiKey?: string;
}

interface Starting extends Calling {
  /** The folder for temporary files; without one that of the system. */
  readonly workspace?: string;
  /** Without a reader nobody takes what it prints on standard output. */
  readonly hasReader?: boolean;
}

/** Starts the command in a process of its own, which starts somewhere else, as npm does it. */
export function startExport(argv: readonly string[], { workingFolder, apiKey, workspace, hasReader = true }: Starting) {
  const { TILLDESK_API_KEY: _key, ...inherited } = process.env;
  const env = {
    ...{ ...inherited, INIT_CWD: workingFolder },
    ...(apiKey && { TILLDESK_API_KEY: apiKey }),
    ...(workspace && { TMPDIR: workspace }),
  };
  const { child, ended } = startProgram('export', argv, { env });
  if (!hasReader) child.stdout.destroy();
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

/** Runs the command in this process, and answers what came of it. */
export async function runExport(argv: readonly string[], calling: Calling) {
  let out = '';
  let err = '';
  const status = await runCommand({
    sources: sourcesOf(argv, calling),
    workingFolder: calling.workingFolder,
    clock: systemClock,
    signal: NEVER,
    async print(text) {
      out += `${text}\n`;
      return true;
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

function sourcesOf(argv: readonly string[], { workingFolder, apiKey }: Calling): ConfigSources {
  const env = apiKey === undefined ? {} : { TILLDESK_API_KEY: apiKey };
  return { argv, env, platform: process.platform, homeFolder: workingFolder, workingFolder };
}

/** What the command saves, at the clock's time: its parts as the command joins them. Rejects where it fails. */
export function exportHere(
  argv: readonly string[],
  { clock = createFixedClock(NOW), ...calling }: Calling & { readonly clock?: Clock },
): Promise<ExportOutcome> {
  const { workingFolder } = calling;
  const command = readExportCommand(argv, clock.now());
  const { source, ledgers } = command;
  const asked = {
    source,
    sources: sourcesOf(argv, calling),
    ledgers: ledgers === null ? null : readLedgersFile(ledgers),
    clock,
    signal: NEVER,
    notify: (line: string) => {
      throw new Error(line);
    },
  };
  const deps = { workingFolder, show: () => {}, signal: NEVER };
  return withExportOrigin(asked, (origin) => runExportCommand(command, { ...origin, ...deps }));
}

/** A file with an account for every code that the journal of October needs, as the refusal of a journal names them. */
export async function makeLedgersFile(folder: string): Promise<string> {
  const path = join(folder, 'ledgers.json');
  writeFileSync(path, '{}');
  const argv = [
    'journal-snelstart',
    '--from',
    '2026-10-01',
    '--to',
    '2026-10-31',
    '--language',
    'en',
    '--account',
    'alpha',
    '--data-dir',
    folder,
  ];
  const refusal = await exportHere([...argv, '--ledgers', path], { workingFolder: folder }).catch(String);
  const codes = [...String(refusal).matchAll(/([a-z_]+(?::\S+)?) \(/g)].map(([, code]) => code);
  writeFileSync(path, JSON.stringify(Object.fromEntries(codes.map((code, at) => [code, String(1000 + at)]))));
  return path;
}
