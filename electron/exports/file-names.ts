import { format, parse } from 'node:path';
import { foldText } from '../../shared/fold-text.ts';

const MAX_PART_LENGTH = 60;

/** A file name that every system takes. The first part must not be a word that Windows reserves. */
export function fileNameOf(parts: readonly string[], extension: string): string {
  return `${parts.map(plainPart).join('_')}.${extension}`;
}

/** Letters, digits and single dashes; `x` when nothing of the kind is in it. */
function plainPart(part: string): string {
  const plain = foldText(part)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PART_LENGTH)
    .replace(/^-|-$/g, '');
  return plain || 'x';
}

/** The path of a file made of a copy while the platform was unreachable. `asOf` in RFC 3339. */
export function copyPath(path: string, asOf: string): string {
  return withSuffix(path, `_AS-OF_${asOf.slice(0, 10)}_${asOf.slice(11, 16).replace(':', '')}`);
}

/** The path of a file that lacks rows. */
export function incompletePath(path: string): string {
  return withSuffix(path, '_INCOMPLETE');
}

function withSuffix(path: string, suffix: string): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name}${suffix}`, ext });
}
