import { foldText } from '../../shared/fold-text.ts';

const LONGEST_PART = 60;

/**
 * A file name that every system takes, out of parts such as a dataset, dates and a shop's title. The first
 * part must not be a word that Windows reserves.
 */
export function fileNameOf(parts: readonly string[], extension: string): string {
  return `${parts.map(plainPart).join('_')}.${extension}`;
}

/** Letters, digits and single dashes; `x` when nothing of the kind is in it. */
function plainPart(part: string): string {
  const plain = foldText(part)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-|-$/g, '');
  return plain || 'x';
}
