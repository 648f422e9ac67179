import { readFileSync } from 'node:fs';
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { getErrorCode, StartError } from '../base/errors.ts';

/** Creates the error for an unusable entry; `reason` continues a sentence about the entry. */
export type Refuse = (reason: string) => StartError;

/**
 * Reads a file that the operator may put into the data folder, `{"<list>": [{…}, …]}`; without the file the list is
 * empty. Entries have these `members` and no others. A refusal says with the description of a member what it must be.
 * Throws `StartError`.
 */
export function readOperatorFile<Members extends TProperties, Entry>(
  file: string,
  list: string,
  members: Members,
  readEntry: (entry: Static<TObject<Members>>, refuse: Refuse) => Entry,
): readonly Entry[] {
  const validator = Compile(Type.Object(members, { additionalProperties: false }));
  return readEntries(file, list).map((entry, index) => {
    const refuse = (reason: string) =>
      new StartError(`The file ${file} cannot be used: entry ${index + 1} of "${list}" ${reason}.`);
    if (!validator.Check(entry)) throw refuse(describeProblem(validator.Errors(entry), members));
    return readEntry(entry, refuse);
  });
}

type Violation = ReturnType<Validator['Errors']>[number];

function describeProblem(violations: readonly Violation[], members: TProperties): string {
  const inEntry = violations.filter(({ instancePath }) => instancePath === '');
  const unknown = inEntry.find(({ keyword }) => keyword === 'additionalProperties');
  if (unknown?.keyword === 'additionalProperties') {
    return `has the unknown member "${unknown.params.additionalProperties[0]}"`;
  }
  const missing = inEntry.find(({ keyword }) => keyword === 'required');
  const [, wrong] = violations[0]?.instancePath.split('/') ?? [];
  const name = missing?.keyword === 'required' ? missing.params.requiredProperties[0] : wrong;
  if (name === undefined) return 'is not an object';
  const { description }: { description?: string } = members[name] ?? {};
  return `must have "${name}" set to ${description}`;
}

function readEntries(file: string, list: string): readonly unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (getErrorCode(cause) === 'ENOENT') return [];
    if (cause instanceof SyntaxError) {
      throw new StartError(`The file ${file} cannot be used: it is not JSON.`, { cause });
    }
    throw new StartError(`The file ${file} cannot be read (${getErrorCode(cause)}).`, { cause });
  }
  const isList = Compile(Type.Object({ [list]: Type.Array(Type.Unknown()) }, { additionalProperties: false }));
  if (isList.Check(content)) return content[list] ?? [];
  throw new StartError(
    `The file ${file} cannot be used: it must be an object with the list "${list}" and nothing else.`,
  );
}
