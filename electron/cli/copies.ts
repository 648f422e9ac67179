import { existsSync } from 'node:fs';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { NO_LOG } from '../base/log.ts';
import { printable } from '../base/printable.ts';
import { prepareForCommand } from '../compose/command-store.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { readDataFolder, systemSources } from '../config/config.ts';
import { type CopyDirectory, createCopyDirectory } from '../platform/copy/copy-directory.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { addFolderOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { moment } from './terminal-output.ts';

export interface CopiesCommand extends Omit<StoreChoice, 'database'> {
  readonly kind: 'list' | 'empty';
}

const DESCRIPTION = `Copies that Tilldesk keeps of other platforms: the catalog of each user who signs in there, and what the settings let
it keep besides. Tilldesk may run meanwhile: what was emptied is not served any more from that moment on.`;

/** Throws `ConfigError` and `HelpRequested`. */
export function readCopiesCommand(argv: readonly string[]): CopiesCommand {
  const program = addFolderOptions(createCommandLine('npm run copies --', DESCRIPTION));
  const kind = readCommand<CopiesCommand['kind']>(program, argv, (pass) => {
    addCommand(program, 'list', 'shows whose copies there are').action(() => pass('list'));
    addCommand(program, 'empty', 'removes all of them').action(() => pass('empty'));
  });
  const { dataDir, acceptsSharedFolder } = readStoreChoice(program);
  return { kind, dataDir, acceptsSharedFolder };
}

type ListedCopy = Awaited<ReturnType<CopyDirectory['list']>>[number];

export function copiesLines(
  copies: readonly Pick<ListedCopy, 'baseUrl' | 'account' | 'email' | 'usedAt' | 'bytes'>[],
): string[] {
  if (copies.length === 0) return ['There are no copies.'];
  return copies.map(
    ({ baseUrl, account, email, usedAt, bytes }) =>
      `${printable(account)}  ${printable(email)}  ${baseUrl}  used ${moment(usedAt)}  ${inMegabytes(bytes)}`,
  );
}

export function emptiedLine({ copies, bytes }: { readonly copies: number; readonly bytes: number }): string {
  const what = copies === 1 ? '1 copy is' : `${copies} copies are`;
  return `${what} removed: ${inMegabytes(bytes)} freed.`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Runs one command on the copies of a data folder. Tilldesk may run meanwhile. */
async function copies(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const command = readCopiesCommand(argv);
  const sources = systemSources(argv);
  const path = readDataFolder(command.dataDir, sources);
  if (!existsSync(path)) throw new StartError(`There is no data folder ${path}.`);
  const folder = prepareForCommand(path, command, sources).copies;
  const directory = createCopyDirectory({ folder, clock: systemClock, log: NO_LOG });
  const lines = command.kind === 'list' ? copiesLines(await directory.list()) : [emptiedLine(await directory.empty())];
  lines.forEach(print);
  return 0;
}

if (import.meta.main) process.exitCode = await answerCommand(copies);
