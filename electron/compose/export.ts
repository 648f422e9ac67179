import { constants } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Ledgers } from '../../shared/contract/ledgers.ts';
import { noteAgeHeaders } from '../api-client/endpoint-reader.ts';
import {
  createApiReader,
  createHttpPlatform,
  readHttpCaller,
  type SendRead,
} from '../api-client/export-reader.ts';
import { createUpstream, trustedAuthorities } from '../api-client/upstream.ts';
import type { UpstreamLimits } from '../api-client/upstream-limits.ts';
import type { Caller } from '../base/caller.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { printable } from '../base/printable.ts';
import { createRetryBudget } from '../base/retry.ts';
import { type DatasetCommand, type PackageCommand, readExportCommand } from '../cli/export-command.ts';
import { datasetHelp, EXPORT_HELP } from '../cli/export-help.ts';
import { createProgressLine } from '../cli/export-progress.ts';
import {
  type ExportOrigin,
  runExportCommand,
  sentenceOfFailure,
  statusOfFailure,
  statusOfOutcome,
  warningLines,
} from '../cli/export-save.ts';
import { chooseAccount, readApiKey, readLedgersFile, type SourceChoice } from '../cli/export-source.ts';
import type { ProgressOutput } from '../cli/terminal-output.ts';
import type { ConfigSources } from '../config/config.ts';
import type { LedgerReader } from '../exports/dataset.ts';
import { ExportError, translatingFailures } from '../exports/export-error.ts';
import { operatorOf } from '../exports/export-history.ts';
import { type ExportPlatform, type RetryLimits, retryingPlatform } from '../exports/export-platform.ts';
import { createExporter } from '../exports/exporter.ts';
import { createRecordedExports } from '../exports/recorded-exports.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { type DataFolder, locateInDataFolder } from '../startup/data-folder.ts';
import { failureOfCommand } from '../startup/failure-report.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { createExportsRepository } from '../store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import type { Store } from '../store/open-store.ts';
import { openReader } from '../store/store-connections.ts';
import { StoreError } from '../store/store-error.ts';
import { openSharedShop, openShop, placeOf } from './command-store.ts';

export interface ExportDeps {
  readonly sources: ConfigSources;
  /** In which names of files are meant. */
  readonly workingFolder: string;
  /** Its pauses keep the process alive. */
  readonly clock: Clock;
  /** Aborted with the signal that ends the command. */
  readonly signal: AbortSignal;
  /** Answers whether it could be printed: whoever reads it may be gone, or their disk full. */
  readonly print: (text: string) => Promise<boolean>;
  /** Where the person is told what happens. */
  readonly messages: ProgressOutput;
}

const STATUS_OF_SIGNAL = 128;

/** Saves one file, or one package, and answers the exit status. Tilldesk may run meanwhile. */
export async function runExport(deps: ExportDeps): Promise<number> {
  try {
    const command = readExportCommand(deps.sources.argv, deps.clock.now());
    if (command.kind !== 'help') return await save(command, deps);
    await deps.print(command.dataset === null ? EXPORT_HELP : datasetHelp(command.dataset));
    return 0;
  } catch (error) {
    return tellFailure(error, deps);
  }
}

async function save(command: DatasetCommand | PackageCommand, deps: ExportDeps): Promise<number> {
  const { sources, workingFolder, clock, signal, messages } = deps;
  const tell = tellOn(messages);
  if (command.note !== null) tell(command.note);
  const line = createProgressLine(messages, clock.now);
  const { source, ledgers } = command;
  const asked = {
    source,
    sources,
    ledgers: ledgers === null ? null : readLedgersFile(resolve(workingFolder, ledgers)),
    clock,
    signal,
    tell,
  };
  try {
    const outcome = await withExportOrigin(asked, (origin) =>
      runExportCommand(command, { ...origin, workingFolder, show: line.show, signal }),
    );
    line.end();
    warningLines(outcome).forEach(tell);
    const isTold = await deps.print(outcome.path);
    if (!isTold) tell(`The file is there, but nobody takes its path from standard output: ${outcome.path}`);
    return statusOfOutcome(outcome, isTold);
  } finally {
    line.end();
  }
}

/** Names of a platform, such as one of a payment method, stand in what is told. */
function tellOn(messages: ProgressOutput): (text: string) => void {
  return (text) => messages.write(`${printable(text)}\n`);
}

function tellFailure(error: unknown, { signal: { aborted, reason }, messages }: ExportDeps): number {
  const tell = tellOn(messages);
  if (error instanceof ExportError && aborted) {
    tell('The export was stopped; nothing of it is left.');
    return STATUS_OF_SIGNAL + constants.signals[reason as NodeJS.Signals];
  }
  if (error instanceof ExportError) {
    tell(sentenceOfFailure(error));
    return statusOfFailure(error);
  }
  const sentence = error instanceof StoreError ? error.message : null;
  const { lines, exitStatus } = failureOfCommand(error, sentence);
  lines.forEach(tell);
  return exitStatus;
}

export interface AskedOrigin<Choice = SourceChoice> {
  readonly source: Choice;
  /** What the data folder and the API key are read from. */
  readonly sources: ConfigSources;
  /** Instead of those of the store. */
  readonly ledgers: Ledgers | null;
  /** Its pauses keep the process alive: while it waits nothing else does. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told in a sentence what went wrong beside the export itself. */
  readonly tell: (line: string) => void;
}

type OfKind<Kind> = Extract<SourceChoice, { kind: Kind }>;

type Use<Result> = (origin: ExportOrigin) => Promise<Result>;

/** All of a report, or of the discounted orders, comes as one answer, which takes its time before the headers. */
const EXPORT_LIMITS: Partial<UpstreamLimits> = {
  headersMs: 120_000,
  totalMs: 120_000,
  mostBytes: 128 * 1024 * 1024,
};

/** A command has no log; what went wrong is told in the words of its failure. */
const NO_LOG = { info() {}, warn() {}, error() {} };

/** Opens where the rows come from, and closes it after use. */
export function withExportOrigin<Result>(asked: AskedOrigin, use: Use<Result>): Promise<Result> {
  const { source } = asked;
  return source.kind === 'store'
    ? withStore({ ...asked, source }, use)
    : withService({ ...asked, source }, use);
}

function withStore<Result>(asked: AskedOrigin<OfKind<'store'>>, use: Use<Result>): Promise<Result> {
  const place = placeOf(asked.source.store, asked.sources);
  return 'databaseUrl' in place
    ? withDatabase(asked, place.databaseUrl, use)
    : withFolder(asked, locateInDataFolder(dirname(place.store)), use);
}

/** Beside servers nothing is recorded: the files that a history tells of are on their computers. */
async function withDatabase<Result>(
  asked: AskedOrigin<OfKind<'store'>>,
  url: string,
  use: Use<Result>,
): Promise<Result> {
  const store = await openSharedShop(url);
  try {
    return await use(await originIn(asked, store));
  } finally {
    await store.close();
  }
}

async function withFolder<Result>(
  asked: AskedOrigin<OfKind<'store'>>,
  folder: DataFolder,
  use: Use<Result>,
): Promise<Result> {
  const { clock } = asked;
  const store = await openShop(folder);
  const reader = openReader(folder.store);
  try {
    const origin = await originIn(asked, reader);
    const { snapshots } = folder;
    const log = { warn: noteTo(asked), error: noteTo(asked) };
    const history = createExportsRepository(store.db, clock, () =>
      asked.tell('Note: an entry of the history is damaged.'),
    );
    const patience = { recordsWithinMs: null };
    const recorded = createRecordedExports({ ...origin, ...patience, history, snapshots, clock, log });
    return await use({ ...origin, save: recorded.run });
  } finally {
    await reader.close();
    await store.close();
  }
}

async function originIn(
  asked: AskedOrigin<OfKind<'store'>>,
  { db }: Pick<Store, 'db'>,
): Promise<ExportOrigin> {
  const { source, ledgers, clock } = asked;
  const caller = operatorOf(chooseAccount(await createAccountsRepository(db).list(), source.account));
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const readLedgers = ledgers ? async () => ledgers : createLedgersRepository(db).read;
  return originOf(asked, platform, readLedgers, caller);
}

function noteTo({ tell }: Pick<AskedOrigin, 'tell'>) {
  return (_fields: object, message: string) => tell(`Note: ${message}.`);
}

async function withService<Result>(asked: AskedOrigin<OfKind<'service'>>, use: Use<Result>): Promise<Result> {
  const { source, sources, ledgers, signal } = asked;
  const authorization = `Bearer ${readApiKey(sources.env)}`;
  const upstream = createUpstream({
    baseAddress: source.baseUrl,
    authorities: trustedAuthorities(),
    clock: systemClock,
    limits: EXPORT_LIMITS,
    log: NO_LOG,
  });
  const send: SendRead = async (path) => {
    const call = { method: 'GET', path, headers: { authorization }, signal };
    const { status, headers, body } = await upstream.send(call);
    noteAgeHeaders(headers, systemClock.now());
    return { status, body, retryAfter: headers.get('retry-after') };
  };
  const sparing = { budget: createRetryBudget(), random: Math.random };
  try {
    const readJson = createApiReader(send);
    const caller = await translatingFailures(readHttpCaller(readJson));
    const platform = createHttpPlatform({ readJson });
    return await use(originOf(asked, platform, async () => ledgers ?? {}, caller, sparing));
  } finally {
    upstream.close();
  }
}

function originOf(
  { clock, signal }: AskedOrigin,
  platform: ExportPlatform,
  ledgers: LedgerReader,
  caller: Caller,
  sparing?: RetryLimits,
): ExportOrigin {
  const ground = { platform: retryingPlatform(platform, clock, signal, sparing), ledgers, clock };
  const exporter = createExporter(ground);
  return { ground, caller, exporter, save: exporter.run };
}
