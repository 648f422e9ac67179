import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Ledgers } from '../../shared/contract/ledgers.ts';
import { recordAgeHeaders } from '../api-client/endpoint-reader.ts';
import { createUpstream, readTrustedAuthorities } from '../api-client/upstream.ts';
import type { UpstreamLimits } from '../api-client/upstream-limits.ts';
import type { Caller } from '../base/caller.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { NO_LOG } from '../base/log.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import type { SourceChoice } from '../cli/export-options.ts';
import { chooseProofReader, readApiKey } from '../cli/service-options.ts';
import { ConfigError, type ConfigSources } from '../config/config.ts';
import type { CompanyNameReader, LedgerReader } from '../exports/dataset.ts';
import { assertNotCancelled, translateFailures } from '../exports/export-error.ts';
import { createOperator, type ExportHistoryRecords, NO_HISTORY } from '../exports/export-history.ts';
import type { ExportPlatform } from '../exports/export-platform.ts';
import { createExporter, type Exporter } from '../exports/exporter.ts';
import { createMonthPackages, type MonthPackages } from '../exports/month-package.ts';
import { createEmbeddedPlatform } from '../platform/embedded/embedded-platform.ts';
import { createKeyedPlatform } from '../platform/remote/keyed-platform.ts';
import { createKeyedReader, readKeyedCaller, type SendRead } from '../platform/remote/keyed-reader.ts';
import { type DataFolder, locateInDataFolder } from '../startup/data-folder.ts';
import { locateProgram } from '../startup/program-files.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createExportsRepository } from '../store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { createDemoShopsRepository } from '../store/demo/demo-shops-repository.ts';
import type { Store } from '../store/open-store.ts';
import { openReader } from '../store/store-connections.ts';
import { createExportWorkers } from '../workers/export-workers.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { locateStore } from './command-store.ts';
import { openSharedShop, openShop } from './open-shop.ts';

/** The source of the rows, and their caller. */
export interface ExportOrigin {
  readonly caller: Caller;
  readonly exporter: Pick<Exporter, 'suggestFileName' | 'run'>;
  readonly packages: MonthPackages;
}

export interface OriginRequest<Choice = SourceChoice> {
  readonly source: Choice;
  /** The sources of the data folder and the API key. */
  readonly sources: ConfigSources;
  /** Used instead of those of the store. */
  readonly ledgers: Ledgers | null;
  /** Its pauses keep the process alive: nothing else does while it waits. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with a sentence about problems besides the export itself. */
  readonly notify: (line: string) => void;
}

type OfKind<Kind> = Extract<SourceChoice, { kind: Kind }>;

type Use<Result> = (origin: ExportOrigin) => Promise<Result>;

/** A whole report, or all discounted orders, come as one answer, which takes its time before the headers. */
const EXPORT_LIMITS: Partial<UpstreamLimits> = {
  maxHeadersMs: 120_000,
  maxTotalMs: 120_000,
  maxBytes: 128 * 1024 * 1024,
};

/** Opens the source of the rows, and closes it after use. */
export function withExportOrigin<Result>(request: OriginRequest, use: Use<Result>): Promise<Result> {
  const { source } = request;
  return source.kind === 'store' ? withStore({ ...request, source }, use) : withService({ ...request, source }, use);
}

async function withStore<Result>(request: OriginRequest<OfKind<'store'>>, use: Use<Result>): Promise<Result> {
  const location = locateStore(request.source.store, request.sources);
  if (!('databaseUrl' in location)) return withFolder(request, locateInDataFolder(dirname(location.store)), use);
  // Nothing is recorded in a database of servers: the files of its history are on their computers.
  const store = await openSharedShop(location.databaseUrl);
  try {
    return await withExportWorker(await createOrigin(request, store), use);
  } finally {
    await store.close();
  }
}

async function withFolder<Result>(request: OriginRequest<OfKind<'store'>>, folder: DataFolder, use: Use<Result>) {
  const { clock } = request;
  const store = await openShop(folder);
  const reader = openReader(folder.store);
  try {
    const history = createExportsRepository(store.db, clock, () =>
      request.notify('Note: an entry of the history is damaged.'),
    );
    // The browser host removes after a day what a killed command leaves there.
    const temporaryFolder = folder.exports;
    return await withExportWorker({ ...(await createOrigin(request, reader)), history, temporaryFolder }, use);
  } finally {
    await reader.close();
    await store.close();
  }
}

async function createOrigin(request: OriginRequest<OfKind<'store'>>, { db }: Pick<Store, 'db'>): Promise<OriginParts> {
  const { source, ledgers, clock } = request;
  const account = chooseAccount(await createAccountsRepository(db).list(), source.account);
  const demoShop = await createDemoShopsRepository(db).find(account.id);
  const caller = { ...createOperator(account), isDemo: demoShop !== undefined };
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const readLedgers = ledgers ? async () => ledgers : createLedgersRepository(db).read;
  const { readName } = createCompanyRepository(db);
  return { request, platform, companyData: { ledgers: readLedgers, companyName: readName }, caller };
}

async function withService<Result>(request: OriginRequest<OfKind<'service'>>, use: Use<Result>): Promise<Result> {
  const { source, sources, ledgers, signal } = request;
  const authorization = `Bearer ${readApiKey(sources.env)}`;
  const upstream = createUpstream({
    ...{ baseAddress: source.baseUrl, authorities: readTrustedAuthorities(), limits: EXPORT_LIMITS },
    ...{ clock: systemClock, log: NO_LOG, readProof: chooseProofReader(source, sources) },
  });
  const send: SendRead = async (path) => {
    try {
      const answer = await upstream.send({ method: 'GET', path, headers: { authorization }, signal });
      recordAgeHeaders(answer.headers, systemClock.now());
      return answer;
    } catch (error) {
      assertNotCancelled(signal);
      throw error;
    }
  };
  const platform = createKeyedPlatform({ send, clock: systemClock, log: { warn: createNoteOnce(request) } });
  try {
    const caller = await translateFailures(readKeyedCaller(createKeyedReader(send)));
    return await withExportWorker({ request, platform, companyData: createServiceCompany(ledgers), caller }, use);
  } finally {
    upstream.close();
  }
}

interface Account {
  readonly id: number;
  readonly name: string;
}

const DEFAULT_ACCOUNT = 'demo';

/** The account of that name. For `null`: `demo` if it exists, otherwise the only one. Throws `ConfigError`. */
export function chooseAccount(accounts: readonly Account[], name: string | null): Account {
  const names = accounts.map((account) => account.name).join(', ') || 'none';
  const chosen = accounts.find((account) => account.name === (name ?? DEFAULT_ACCOUNT));
  if (chosen) return chosen;
  if (name !== null) throw new ConfigError(`There is no account ${name} here. Existing accounts: ${names}.`);
  const [only, ...others] = accounts;
  if (only && others.length === 0) return only;
  throw new ConfigError(`Choose an account with --account. Existing accounts: ${names}.`);
}

/** Reports each problem once, with its subject. */
function createNoteOnce({ notify }: Pick<OriginRequest, 'notify'>) {
  const noted = new Set<string>();
  return ({ path, what, rows, misfit }: NotedFields, message: string): void => {
    const subject = [path, what, misfit, rows].flat().filter((part) => part !== undefined);
    const line = `Note: ${message} (${subject.join(' ')}).`;
    if (!noted.has(line)) notify(line);
    noted.add(line);
  };
}

interface NotedFields {
  readonly path?: string;
  readonly what?: string;
  readonly misfit?: string;
  readonly rows?: readonly string[];
}

/** A service does not give what the company chose in its window. */
const createServiceCompany = (ledgers: Ledgers | null): CompanyData => ({
  ledgers: async () => ledgers ?? {},
  companyName: async () => '',
});

interface CompanyData {
  readonly ledgers: LedgerReader;
  readonly companyName: CompanyNameReader;
}

interface OriginParts {
  readonly request: Pick<OriginRequest, 'clock' | 'notify'>;
  readonly platform: ExportPlatform;
  readonly companyData: CompanyData;
  readonly caller: Caller;
  readonly history?: ExportHistoryRecords;
  /** The folder in which a month package is built. Nobody else can change it. */
  readonly temporaryFolder?: string;
}

/** A worker writes the file, so that a signal ends the command at once. */
async function withExportWorker<Result>(
  { request, platform, companyData, caller, history = NO_HISTORY, temporaryFolder = tmpdir() }: OriginParts,
  use: Use<Result>,
): Promise<Result> {
  const { clock, notify } = request;
  const pool = createWorkerPool({ data: null, clock });
  const work = createExportWorkers({
    ...{ ...companyData, clock, pool, file: locateProgram(import.meta.dirname).exportTask },
    elsewhere: { has: () => true, platform },
  });
  const context = { platform, ...companyData, clock, temporaryFolder };
  const log = { error: (_fields: object, message: string) => notify(`Note: ${message}.`) };
  const exporter = createExporter({ ...context, work, history, log });
  try {
    return await use({ caller, exporter, packages: createMonthPackages({ ...context, exporter }) });
  } finally {
    await exporter.close();
    await pool.close();
  }
}
