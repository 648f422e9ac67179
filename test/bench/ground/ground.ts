import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { ChildProcesses } from './child-processes.ts';
import type { PrebuiltAnswers } from './prebuilt-answers.ts';
import { type ProductOptions, type RunningProduct, startProduct } from './running-product.ts';
import { printedAddress, type ServerProcess, startServer } from './server-process.ts';
import { readShopFacts, type ShopFacts } from './shop-facts.ts';

/** What rows are measured on: a copy of a store, and programs that end with the row. */
export interface Ground {
  readonly processes: ChildProcesses;
  readonly dataFolder: string;
  readonly storeFile: string;
  readonly shop: ShopFacts;
  /** For plain SQL that reads. */
  readonly database: DatabaseSync;
  startProduct(options?: ProductOptions): Promise<RunningProduct>;
  /** A server that replies pre-built objects; answers its address. */
  startReference(answers: PrebuiltAnswers): Promise<string>;
  startEmptyFastify(): Promise<ServerProcess>;
  stop(server: ServerProcess): Promise<void>;
  /** A file of the run, which is gone after it. */
  scratchFile(name: string): string;
  /** Ends with the row, newest first. */
  add(close: () => Promise<void>): void;
  clear(): Promise<void>;
  close(): void;
}

const PROGRAMS = projectPath('test', 'bench', 'ground');

export function openGround(processes: ChildProcesses, dataFolder: string): Ground {
  const storeFile = locateInDataFolder(dataFolder).store;
  const database = new DatabaseSync(storeFile, { readOnly: true });
  const closers: (() => Promise<void>)[] = [];
  const scratchFile = (name: string) => join(dataFolder, `bench-${name}`);

  const ground: Ground = {
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
      closers.push(() => ground.stop(product));
      return product;
    },
    async startReference(answers) {
      const [answersFile, logFile] = [scratchFile('answers.json'), scratchFile('reference.log')];
      writeFileSync(answersFile, JSON.stringify(answers));
      const program = join(PROGRAMS, 'reference-server.ts');
      const server = await startServer(processes, [program, storeFile, answersFile, logFile], /Reference .*\n/);
      closers.push(() => ground.stop(server));
      return printedAddress(server, 'Reference');
    },
    async startEmptyFastify() {
      const server = await startServer(processes, [join(PROGRAMS, 'empty-fastify.ts')], /Empty .*\n/);
      closers.push(() => ground.stop(server));
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
  return ground;
}
