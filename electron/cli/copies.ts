import { existsSync, statSync } from 'node:fs';
import type { OrderCoverage, StreamProgress, StreamStatus } from '../../shared/contract/connection.ts';
import { systemClock } from '../base/clock.ts';
import { getErrorMessage, StartError } from '../base/errors.ts';
import { NO_LOG } from '../base/log.ts';
import { toPrintable } from '../base/printable.ts';
import { prepareForCommand } from '../compose/command-store.ts';
import { getAdapter } from '../compose/platform-registry.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { getSources, readDataFolder } from '../config/config.ts';
import {
  isPace,
  MAX_CALLS_PER_SECOND,
  MIN_CALLS_PER_SECOND,
  readCallsPerSecond,
  writeCallsPerSecond,
} from '../config/copy-pace.ts';
import { type CopyDirectory, createCopyDirectory } from '../platform/copy/copy-directory.ts';
import type { CopiedStatus } from '../platform/copy-source.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { toCopyDb } from '../store/copies/copy-store.ts';
import { openReader, openWriter } from '../store/store-connections.ts';
import { isDatabaseFailure } from '../store/store-error.ts';
import { addFolderOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { formatInstant } from './terminal-output.ts';

export interface CopiesCommand extends Omit<StoreChoice, 'database'> {
  readonly kind: 'list' | 'status' | 'empty' | 'read-again' | 'pace';
  /** What was typed for `pace`; `null` to show the current one. */
  readonly callsPerSecond: string | null;
}

const DESCRIPTION = `Copies of other platforms that Tilldesk stores: the catalog of each user who signs in there, and what the settings let
it store besides. Tilldesk may be running: it no longer serves what was emptied.`;

/** Throws `ConfigError` and `HelpRequested`. */
export function readCopiesCommand(argv: readonly string[]): CopiesCommand {
  const program = addFolderOptions(createCommandLine('npm run copies --', DESCRIPTION));
  type Typed = Pick<CopiesCommand, 'kind' | 'callsPerSecond'>;
  const typed = readCommand<Typed>(program, argv, (pass) => {
    const passKind = (kind: Typed['kind']) => () => pass({ kind, callsPerSecond: null });
    addCommand(program, 'list', 'lists the copies and their users').action(passKind('list'));
    addCommand(program, 'status', 'says what has been read of each, since when, and what is missing').action(
      passKind('status'),
    );
    addCommand(program, 'empty', 'removes all copies').action(passKind('empty'));
    addCommand(
      program,
      'read-again',
      'reads StoreKeeper accounts again; a running Tilldesk begins within seconds',
    ).action(passKind('read-again'));
    addCommand(program, 'pace [CALLS]', 'maximum number of calls to StoreKeeper per second: 0.1 to 4 (4)').action(
      (calls?: string) => pass({ kind: 'pace', callsPerSecond: calls ?? null }),
    );
  });
  return { ...typed, dataDir: readStoreChoice(program).dataDir };
}

type ListedCopy = Awaited<ReturnType<CopyDirectory['list']>>[number];

export function formatCopies(
  copies: readonly Pick<ListedCopy, 'baseUrl' | 'account' | 'email' | 'usedAt' | 'bytes'>[],
): string[] {
  if (copies.length === 0) return ['There are no copies.'];
  return copies.map(
    ({ baseUrl, account, email, usedAt, bytes }) =>
      `${toPrintable(account)}  ${toPrintable(email)}  ${baseUrl}  used ${formatInstant(usedAt)}  ${formatMegabytes(bytes)}`,
  );
}

export function formatEmptied({ copies, bytes }: { readonly copies: number; readonly bytes: number }): string {
  const what = copies === 1 ? '1 copy is' : `${copies} copies are`;
  return `${what} removed: ${formatMegabytes(bytes)} freed.`;
}

type Summary = Pick<ListedCopy, 'baseUrl' | 'account' | 'email' | 'confirmedAt' | 'bytes' | 'isStopped' | 'failure'>;

function formatHead({ account, email, baseUrl }: Pick<Summary, 'account' | 'email' | 'baseUrl'>): string {
  return `${toPrintable(account)}  ${toPrintable(email)}  ${baseUrl}`;
}

/** Marks a copy to be read again, and returns what happened. */
async function readCopyAgain({ baseUrl, file }: Pick<ListedCopy, 'baseUrl' | 'file'>): Promise<string> {
  const { markAllDue } = getAdapter(baseUrl);
  if (markAllDue === undefined) return 'it is updated automatically';
  if (file === null || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'nothing has been read yet';
  const store = openWriter(file);
  try {
    await markAllDue(toCopyDb(store.db), systemClock.now());
    return 'it is read again';
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    return `it cannot be written: ${toPrintable(getErrorMessage(error))}`;
  } finally {
    await store.close();
  }
}

function formatCopyHead({ baseUrl, account, email, confirmedAt, bytes, isStopped, failure }: Summary): string[] {
  return [
    formatHead({ account, email, baseUrl }),
    `  rights confirmed ${formatInstant(confirmedAt)}, ${formatMegabytes(bytes)}${isStopped ? ', stopped' : ''}`,
    ...(failure === null ? [] : formatFailure(failure)),
  ];
}

function formatFailure({ problem, times, triesAgainAt }: NonNullable<Summary['failure']>): string[] {
  return [
    `  failed ${times} times in a row: ${toPrintable(problem)}`,
    `  It is tried again after ${formatInstant(triesAgainAt)}, after a restart, or when its user chooses "Read again".`,
  ];
}

/** The lines that the page Data source shows about a copy. */
export function formatStatus(copy: Summary, status: CopiedStatus | null): string[] {
  const lines = formatCopyHead(copy);
  if (status === null) return [...lines, '  Nothing has been read yet.'];
  const { streams, coverage, check, notes, unknown } = status;
  lines.push(...streams.flatMap(formatStream));
  if (coverage !== null) lines.push(...formatCoverage(coverage));
  if (check !== null) {
    const { checkedAt, missing, removed, compared, differing, amount } = check;
    const of = `${differing} of ${compared} old orders differing, by ${amount.toFixed(2)} euro`;
    lines.push(`  checked ${formatMinute(checkedAt)}: ${missing} missing, ${removed} no longer listed, ${of}`);
  }
  for (const { kind, count, amount } of notes) {
    lines.push(`  note ${toPrintable(kind)}: ${count}${amount === null ? '' : `, ${amount.toFixed(2)} euro`}`);
  }
  if (unknown.length > 0) lines.push(`  not known: ${unknown.join(', ')}`);
  return lines;
}

function formatStream({ name, readBy, refused, readAt, progress, problem }: StreamStatus): string[] {
  const how = readBy === null ? 'cannot be read' : `read by ${toPrintable(readBy)}`;
  const since = readAt === null ? '' : `, as of ${formatMinute(readAt)}`;
  return [
    `  ${name}: ${how}${since}${progress === null ? '' : `, ${formatProgress(progress)}`}`,
    ...refused.map(({ by, reason }) => `    ${toPrintable(by)} is refused: ${toPrintable(reason)}`),
    ...(problem === null ? [] : [`    failed: ${toPrintable(problem)}`]),
  ];
}

function formatProgress({ done, of, expectedEnd }: StreamProgress): string {
  const count = of === null ? `${done} so far` : `${done} of ${of}`;
  return expectedEnd === null ? count : `${count}, expected to end ${formatMinute(expectedEnd)}`;
}

function formatCoverage(coverage: OrderCoverage): string[] {
  const { completeFrom, isWhole, areOlderKnown, unreadable, unread, done, of, months } = coverage;
  const from =
    completeFrom === null ? 'no month of orders is complete yet' : `orders are complete from ${completeFrom}`;
  const partly = months.filter(({ isComplete }) => !isComplete).map(({ month }) => month);
  return [
    `  ${isWhole ? 'all listed orders have been read' : from}: ${done} of ${of}`,
    ...(areOlderKnown
      ? []
      : [`  there may be orders that are not listed${completeFrom === null ? '' : `, from before ${completeFrom}`}`]),
    ...(unreadable === 0 ? [] : [`  orders that cannot be read: ${unreadable}; their months are not complete`]),
    ...(unread === 0 ? [] : [`  orders that are not read yet: ${unread}; their months are not complete`]),
    ...(partly.length === 0 ? [] : [`  months that are not complete: ${partly.join(', ')}`]),
  ];
}

/** From an RFC 3339 timestamp. */
function formatMinute(timestamp: string): string {
  return timestamp.slice(0, 16).replace('T', ' ');
}

async function readStatus({ baseUrl, file }: Pick<ListedCopy, 'baseUrl' | 'file'>): Promise<CopiedStatus | null> {
  // Tilldesk has just created an empty file, which a read-only connection cannot open.
  if (file === null || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  const store = openReader(file);
  try {
    return await getAdapter(baseUrl).readCopyStatus(toCopyDb(store.db), systemClock.now());
  } finally {
    await store.close();
  }
}

/** Reads one copy. If its file cannot be read, the lines say so. */
export async function readStatusLines(copy: Summary & Pick<ListedCopy, 'file'>): Promise<string[]> {
  try {
    return formatStatus(copy, await readStatus(copy));
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    // Tilldesk is creating the tables right now, or was stopped while it did.
    if (/no such table/.test(getErrorMessage(error))) return formatStatus(copy, null);
    return [...formatCopyHead(copy), `  It cannot be read: ${toPrintable(getErrorMessage(error))}.`];
  }
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Tilldesk may be running. */
async function copies(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const command = readCopiesCommand(argv);
  const sources = getSources(argv);
  const path = readDataFolder(command.dataDir, sources);
  if (!existsSync(path)) throw new StartError(`There is no data folder ${path}. Give its path with --data-dir.`);
  const folder = prepareForCommand(path).copies;
  const directory = createCopyDirectory({ folder, clock: systemClock, log: NO_LOG });
  const lines = await COMMANDS[command.kind](directory, command);
  lines.forEach(print);
  return 0;
}

type RunCommand = (directory: CopyDirectory, command: CopiesCommand) => Promise<string[]>;

const COMMANDS: Readonly<Record<CopiesCommand['kind'], RunCommand>> = {
  list: async (directory) => formatCopies(await directory.list()),
  async status(directory) {
    const found = await directory.list();
    if (found.length === 0) return formatCopies(found);
    const lines: string[][] = [];
    for (const copy of found) lines.push(await readStatusLines(copy));
    return lines.flat();
  },
  empty: async (directory) => [formatEmptied(await directory.removeAll())],
  'read-again': async (directory) => {
    const found = await directory.list();
    if (found.length === 0) return formatCopies(found);
    return Promise.all(found.map(async (copy) => `${formatHead(copy)}: ${await readCopyAgain(copy)}`));
  },
  async pace({ folder }, { callsPerSecond }) {
    if (callsPerSecond !== null) {
      const calls = Number(callsPerSecond);
      if (!isPace(calls)) {
        const range = `${MIN_CALLS_PER_SECOND} to ${MAX_CALLS_PER_SECOND}`;
        throw new StartError(`pace takes the calls per second, ${range}, not "${toPrintable(callsPerSecond)}".`);
      }
      await writeCallsPerSecond(folder, calls);
    }
    return [`StoreKeeper gets at most ${readCallsPerSecond(folder)} calls a second.`];
  },
};

if (import.meta.main) process.exitCode = await answerCommand(copies);
