import { existsSync } from 'node:fs';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { prepareForCommand } from '../compose/command-store.ts';
import { readDataFolder, systemSources } from '../config/config.ts';
import { createCopyDirectory } from '../platform/copy/copy-directory.ts';
import { failureOfCommand } from '../startup/failure-report.ts';
import {
  COPIES_HELP,
  type CopiesCommand,
  copiesLines,
  emptiedLine,
  readCopiesCommand,
} from './copies-command.ts';

const argv = process.argv.slice(2);

/** Runs one command on the copies of a data folder and answers its exit status. Tilldesk may run meanwhile. */
async function copies(): Promise<number> {
  try {
    const lines = await run(readCopiesCommand(argv));
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    const { lines, exitStatus } = failureOfCommand(error, null);
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}

async function run(command: CopiesCommand): Promise<readonly string[]> {
  if (command.kind === 'help') return [COPIES_HELP];
  const sources = systemSources(argv);
  const path = readDataFolder(command.dataDir, sources);
  if (!existsSync(path)) throw new StartError(`There is no data folder ${path}.`);
  const folder = prepareForCommand(path, command, sources).copies;
  const shelf = createCopyDirectory({ folder, clock: systemClock, log: { info() {} } });
  if (command.kind === 'list') return copiesLines(await shelf.list());
  return [emptiedLine(await shelf.empty())];
}

process.exitCode = await copies();
