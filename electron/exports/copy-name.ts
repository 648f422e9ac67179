import { format, parse } from 'node:path';

/**
 * The path under which a file lies that was made of a copy while the platform could not be reached: nobody can take it
 * for one of today. `asOf` in RFC 3339.
 */
export function copyPath(path: string, asOf: string): string {
  const { dir, name, ext } = parse(path);
  const moment = `${asOf.slice(0, 10)}_${asOf.slice(11, 16).replace(':', '')}`;
  return format({ dir, name: `${name}_AS-OF_${moment}`, ext });
}
