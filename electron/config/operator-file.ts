import { codeOf, StartError } from '../base/errors.ts';
import { readRegularFile } from '../base/private-file.ts';

/** What is thrown for an entry that cannot be used; `reason` continues a sentence about the entry. */
export type Refuse = (reason: string) => StartError;

/**
 * Reads a file that the operator may put into the data folder, `{"<list>": [{…}, …]}`; without the file the list is empty.
 * Entries have no other members than these. Throws `StartError`.
 */
export function readOperatorFile<Entry>(
  file: string,
  list: string,
  members: readonly string[],
  readEntry: (entry: Readonly<Record<string, unknown>>, refuse: Refuse) => Entry,
): readonly Entry[] {
  return entriesOf(file, list).map((entry, index) => {
    const refuse = (reason: string) =>
      new StartError(`The file ${file} cannot be used: entry ${index + 1} of "${list}" ${reason}.`);
    if (!isRecord(entry)) throw refuse('is not an object');
    const unknown = Object.keys(entry).find((member) => !members.includes(member));
    if (unknown !== undefined) throw refuse(`has "${unknown}", which means nothing`);
    return readEntry(entry, refuse);
  });
}

function entriesOf(file: string, list: string): readonly unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readRegularFile(file));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    if (cause instanceof StartError) throw cause;
    if (cause instanceof SyntaxError) {
      throw new StartError(`The file ${file} cannot be used: it is not JSON.`, { cause });
    }
    throw new StartError(`The file ${file} cannot be read (${codeOf(cause)}).`, { cause });
  }
  const entries = isRecord(content) && Object.keys(content).length === 1 ? content[list] : undefined;
  if (Array.isArray(entries)) return entries;
  throw new StartError(
    `The file ${file} cannot be used: it must be an object with the list "${list}" and nothing else.`,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
