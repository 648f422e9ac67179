import { format, parse } from 'node:path';

const MARK = '_INCOMPLETE';

/** The path under which a file lies that lacks rows: nobody can take it for the whole. */
export function incompletePath(path: string): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name}${MARK}`, ext });
}
