import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { MakeReceivers } from './attack-report.ts';

/** A piece of the product and what a careless hand writes instead. */
export interface Sabotage {
  readonly flaw: string;
  readonly file: string;
  readonly original: string;
  readonly sabotaged: string;
}

const SOURCES = fileURLToPath(new URL('../../../../electron/feeds/receivers/', import.meta.url));
const SHARED = fileURLToPath(new URL('../../../../shared/', import.meta.url));

/** The product's own code with the sabotage in it; none gives it as it is. Throws where it does not fit any more. */
export async function sabotagedReceivers(sabotage: Sabotage | null): Promise<MakeReceivers> {
  const folder = temporaryFolder();
  cpSync(SOURCES, folder, { recursive: true });
  for (const file of ['receiver-target.ts']) {
    replaceIn(join(folder, file), '../../../shared/', pathToFileURL(SHARED).href);
  }
  if (sabotage !== null) replaceIn(join(folder, sabotage.file), sabotage.original, sabotage.sabotaged);
  const { createReceivers } = await import(join(folder, 'receivers.ts'));
  return createReceivers;
}

function replaceIn(file: string, original: string, replacement: string): void {
  const pieces = readFileSync(file, 'utf8').split(original);
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} times: ${original}`);
  writeFileSync(file, pieces.join(replacement));
}
