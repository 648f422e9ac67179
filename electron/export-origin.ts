import { existsSync } from 'node:fs';
import type { Ledgers } from '../shared/contract/ledgers.ts';
import { readApiKey } from './command-line/export/api-key-variable.ts';
import { chooseAccount } from './command-line/export/choose-account.ts';
import type { ExportOrigin } from './command-line/export/run-export-command.ts';
import type { SourceChoice } from './command-line/export/source-choice.ts';
import { type ConfigSources, readDataFolder } from './config.ts';
import type { ExportPlatform } from './exports/export-platform.ts';
import { createExporter } from './exports/exporter.ts';
import { createApiReader, type SendRead } from './exports/http/api-reader.ts';
import { readHttpCaller } from './exports/http/http-caller.ts';
import { createHttpPlatform } from './exports/http/http-platform.ts';
import type { LedgerReader } from './exports/ledger-reader.ts';
import { operatorOf } from './exports/operator-caller.ts';
import { patientPlatform, type Sparing } from './exports/patient-platform.ts';
import { createRecordedExports } from './exports/recorded-exports.ts';
import { translatingFailures } from './exports/translate-failures.ts';
import { type DataFolder, locateInDataFolder, prepareDataFolder } from './launch/data-folder.ts';
import { StartError } from './launch/start-error.ts';
import { openShop } from './open-shop.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import type { Caller } from './platform/platform.ts';
import { type Clock, systemClock } from './session/clock.ts';
import { createAccountsRepository } from './store/accounts-repository.ts';
import { createExportsRepository } from './store/exports/exports-repository.ts';
import { createLedgersRepository } from './store/exports/ledgers-repository.ts';
import { openReader } from './store/open-reader.ts';
import { createUpstream } from './upstream/create-upstream.ts';
import { createRetryBudget } from './upstream/retry-budget.ts';
import { trustedAuthorities } from './upstream/trusted-authorities.ts';
import type { UpstreamLimits } from './upstream/upstream-limits.ts';

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

async function withStore<Result>(asked: AskedOrigin<OfKind<'store'>>, use: Use<Result>): Promise<Result> {
  const { source, ledgers, clock } = asked;
  const folder = findFolder(asked);
  const store = await openShop(folder);
  const reader = openReader(folder.store);
  try {
    const accounts = await createAccountsRepository(reader.db).list();
    const caller = operatorOf(chooseAccount(accounts, source.account));
    const platform = createEmbeddedPlatform({ db: reader.db, clock, hasher: createPasswordHasher() });
    const readLedgers = ledgers ? async () => ledgers : createLedgersRepository(reader.db).read;
    const origin = originOf(asked, platform, readLedgers, caller);
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

function findFolder({ source, sources }: AskedOrigin<OfKind<'store'>>): DataFolder {
  const path = readDataFolder(source.dataDir ?? undefined, sources);
  if (existsSync(locateInDataFolder(path).store)) return prepareDataFolder(path);
  throw new StartError(`There is no shop in ${path} yet: run npm start on it first.`);
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
  sparing?: Sparing,
): ExportOrigin {
  const ground = { platform: patientPlatform(platform, clock, signal, sparing), ledgers, clock };
  const exporter = createExporter(ground);
  return { ground, caller, exporter, save: exporter.run };
}
