import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '../../../electron/platform/platform.ts';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { addDays, formatLocalDay } from '../../../shared/calendar.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product, ProductWithPrices } from '../../../shared/contract/products.ts';
import type { Period } from '../../../shared/periods.ts';
import { OWNER } from './api-connection.ts';
import {
  type ChildProcesses,
  type ProductOptions,
  printedAddress,
  type RunningProduct,
  type ServerProcess,
  startProduct,
  startServer,
} from './running-product.ts';

/** The properties of a store's demo shop that decide the requests. */
export interface ShopFacts {
  readonly accountId: number;
  readonly products: number;
  readonly orders: number;
  readonly items: number;
  /** The 24 months that end with the last month with sales. */
  readonly twoYears: Period;
}

function readShopFacts(database: DatabaseSync): ShopFacts {
  const numberOf = (sql: string, ...values: (string | number)[]) =>
    Number(Object.values(database.prepare(sql).get(...values) ?? {})[0]);
  const accountId = numberOf('select id from accounts where name = ?', OWNER.account);
  const lastDay = formatLocalDay(
    numberOf('select max(local_day) from orders where account_id = cast(? as integer)', accountId),
  );
  const to = lastOfMonth(lastDay);
  return {
    accountId,
    products: numberOf('select count(*) from products where account_id = cast(? as integer)', accountId),
    orders: numberOf('select count(*) from orders where account_id = cast(? as integer)', accountId),
    items: numberOf('select count(*) from order_items where account_id = cast(? as integer)', accountId),
    twoYears: { from: firstOfTwoYears(to), to },
  };
}

function lastOfMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The first day of the two years that end on `to`, the last day of a month. */
function firstOfTwoYears(to: string): string {
  const next = addDays(to, 1);
  return `${Number(next.slice(0, 4)) - 2}${next.slice(4)}`;
}

/** The fixed answers of the reference server. */
export interface PrebuiltAnswers {
  readonly products: Page<Product>;
  readonly product: ProductWithPrices;
  readonly prices: Page<ProductPrice>;
}

/** Reads a page of rows from the body of a list. */
export function pageIn<Row>(body: string): Page<Row> {
  const { total, data } = JSON.parse(body) as { total: number; data: Row[] };
  return { total, rows: data };
}

/** What a row is measured on: a copy of a store, and programs that end with the row. */
export interface Context {
  readonly processes: ChildProcesses;
  readonly dataFolder: string;
  readonly storeFile: string;
  readonly shop: ShopFacts;
  /** For plain SQL that reads. */
  readonly database: DatabaseSync;
  startProduct(options?: ProductOptions): Promise<RunningProduct>;
  /** Starts a server that returns pre-built objects. Returns its address. */
  startReference(answers: PrebuiltAnswers): Promise<string>;
  startEmptyFastify(): Promise<ServerProcess>;
  /** Starts a till that sells this many orders a minute in the same store. Resolves after the first sale. */
  startSelling(salesPerMinute: number): Promise<ServerProcess>;
  stop(server: ServerProcess): Promise<void>;
  /** A temporary file of the run. */
  scratchFile(name: string): string;
  /** Adds a cleanup for the end of the row; they run newest first. */
  add(close: () => Promise<void>): void;
  clear(): Promise<void>;
  close(): void;
}

const PROGRAMS = projectPath('test', 'bench', 'context');

export function openContext(processes: ChildProcesses, dataFolder: string): Context {
  const storeFile = locateInDataFolder(dataFolder).store;
  const database = new DatabaseSync(storeFile, { readOnly: true });
  const closers: (() => Promise<void>)[] = [];
  const scratchFile = (name: string) => join(dataFolder, `bench-${name}`);

  const benchContext: Context = {
    processes,
    dataFolder,
    storeFile,
    shop: readShopFacts(database),
    database,
    scratchFile,
    add: (close) => void closers.push(close),
    stop: ({ child }) => processes.stop(child),

    async startProduct(options) {
      const product = await startProduct(processes, dataFolder, options);
      closers.push(() => benchContext.stop(product));
      return product;
    },
    async startReference(answers) {
      const [answersFile, logFile] = [scratchFile('answers.json'), scratchFile('reference.log')];
      writeFileSync(answersFile, JSON.stringify(answers));
      const program = join(PROGRAMS, 'reference-server.ts');
      const server = await startServer(processes, [program, storeFile, answersFile, logFile], /Reference .*\n/);
      closers.push(() => benchContext.stop(server));
      return printedAddress(server, 'Reference');
    },
    async startEmptyFastify() {
      // Like plain Node: without the compile cache that our own programs use.
      const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
      const server = await startServer(processes, [join(PROGRAMS, 'empty-fastify.ts')], /Empty .*\n/, env);
      closers.push(() => benchContext.stop(server));
      return server;
    },
    async startSelling(salesPerMinute) {
      const program = join(PROGRAMS, 'selling-shop.ts');
      const till = [program, storeFile, String(benchContext.shop.accountId), String(salesPerMinute)];
      const server = await startServer(processes, till, /Selling\n/);
      closers.push(() => benchContext.stop(server));
      return server;
    },

    async clear() {
      for (const close of closers.splice(0).reverse()) await close();
    },
    close() {
      database.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return benchContext;
}
