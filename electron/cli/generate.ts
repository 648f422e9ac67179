import { existsSync, statSync } from 'node:fs';
import type { ResourceLimits } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { codeOf, StartError } from '../base/errors.ts';
import { prepareForCommand } from '../compose/command-store.ts';
import { ConfigError, readDataFolder, systemSources } from '../config/config.ts';
import type { GenerationRequest, GenerationThreadData } from '../platform/demo/generate-shops.ts';
import type { DataFolder } from '../startup/data-folder.ts';
import { failureOfCommand } from '../startup/failure-report.ts';
import { locateProgram } from '../startup/program-files.ts';
import { stopOnSignals } from '../startup/shutdown.ts';
import { refuseSecondStart } from '../startup/single-instance.ts';
import { startThread } from '../workers/start-thread.ts';
import {
  createDraftFile,
  GENERATE_HELP,
  type GenerateCommand,
  generatedLine,
  readGenerateCommand,
  runGenerateCommand,
} from './generate-command.ts';
import { createProgressBar } from './terminal-output.ts';

const argv = process.argv.slice(2);

/** Fills a data folder with a large demo chain and answers the exit status. */
async function generate(): Promise<number> {
  try {
    const command = readGenerateCommand(argv);
    const line = command.kind === 'help' ? GENERATE_HELP : await fillFolder(command);
    process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    const { lines, exitStatus } = failureOfCommand(error, sentenceOf(error));
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}

async function fillFolder(command: GenerateCommand): Promise<string> {
  const folder = await findFreeFolder(command);
  const draft = createDraftFile(folder.store);
  try {
    const tookMs = await fillDraft(draft.path, command);
    refuseStoreIn(folder);
    draft.keep();
    return generatedLine(command, { path: folder.path, tookMs, bytes: statSync(folder.store).size });
  } finally {
    draft.discard();
  }
}

/** The default folder is not filled unasked: it is that of everyday work. */
async function findFreeFolder(command: GenerateCommand): Promise<DataFolder> {
  const sources = systemSources(argv);
  if (!(command.dataDir ?? sources.env.TILLDESK_DATA_DIR)) {
    throw new ConfigError('Name the folder to fill with --data-dir; --help shows the options.');
  }
  const folder = prepareForCommand(readDataFolder(command.dataDir, sources), command, sources);
  await refuseSecondStart(folder.instance);
  refuseStoreIn(folder);
  return folder;
}

function refuseStoreIn({ path, store }: DataFolder): void {
  if (existsSync(store)) throw new StartError(`There is a shop in ${path} already: name an empty folder.`);
}

async function fillDraft(file: string, command: GenerateCommand): Promise<number> {
  const { products, orders, days, until, seed } = command;
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const millionths = new Int32Array(progress);
  const thread = startThread<GenerationThreadData, GenerationRequest, void>({
    script: locateProgram(import.meta.dirname).generationThread,
    data: { file, progress },
    limits: memoryLimits(command),
  });
  let isStopped = false;
  stopOnSignals(() => {
    isStopped = true;
    void thread.end();
  });
  try {
    return await runGenerateCommand({
      generate: () => thread.ask({ products, orders, days, until, seed }),
      readPart: () => Atomics.load(millionths, 0) / 1_000_000,
      bar: createProgressBar({
        isTerminal: process.stderr.isTTY,
        write: (text) => void process.stderr.write(text),
      }),
      clock: systemClock,
    });
  } catch (cause) {
    if (!isStopped) throw cause;
    throw new StartError('The generation was stopped; nothing of it is left.', { cause });
  } finally {
    // The file may not be touched before nobody writes it any more.
    await thread.end();
  }
}

/** Left to itself a thread takes twice what it needs before it tidies up. A product takes 2 kB, a customer 1 kB. */
function memoryLimits({ products, orders }: GenerateCommand): ResourceLimits {
  return { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 150 + products / 500 + orders / 20_000 };
}

/** Of the classes of errors in a thread only the codes come through. */
function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error) || codeOf(error) !== 'ERR_SQLITE_ERROR') return null;
  return `The store cannot be written: ${error.message}.`;
}

process.exitCode = await generate();
