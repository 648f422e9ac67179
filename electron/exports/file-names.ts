import { format, parse } from 'node:path';
import { foldText } from '../../shared/fold-text.ts';

const MAX_PART_LENGTH = 60;

/** A file name that every system accepts. The first part must not be a word that Windows reserves. */
export function createFileName(parts: readonly string[], extension: string): string {
  return `${parts.map(toPlainPart).join('_')}.${extension}`;
}

/** Letters, digits and single dashes; `x` if there are none. */
function toPlainPart(part: string): string {
  const plain = foldText(part)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PART_LENGTH)
    .replace(/^-|-$/g, '');
  return plain || 'x';
}

/** The path of a file from a copy while the platform was unreachable. `asOf` is RFC 3339. */
export function getCopyPath(path: string, asOf: string): string {
  return addSuffix(path, `_AS-OF_${asOf.slice(0, 10)}_${asOf.slice(11, 16).replace(':', '')}`);
}

/** The path of a file that lacks rows. */
export function getIncompletePath(path: string): string {
  return addSuffix(path, '_INCOMPLETE');
}

function addSuffix(path: string, suffix: string): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name}${suffix}`, ext });
}
