import type { SourceFile } from '../sources/source-file.ts';

/** Written so that this file does not find itself. */
const MARKS: readonly RegExp[] = [
  /\bTO[D]O\b/,
  /\bFIXM[E]\b/,
  /\b(describe|it|test)\.onl[y]\b/,
  /biome-ignor[e]|@ts-ignor[e]|@ts-expect-erro[r]|@ts-nochec[k]/,
];

/** Nothing is left for later, no test shuts out others, and no complaint of a tool is silenced. */
export function leaveNoMarks({ path, text }: SourceFile): string[] {
  return MARKS.flatMap((mark) => {
    const found = mark.exec(text)?.[0];
    return found === undefined ? [] : [`${path} has ${found}`];
  });
}
