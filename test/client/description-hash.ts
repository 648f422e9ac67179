import { createHash } from 'node:crypto';

/** The first line of types that were generated from a description, by which they are known to be of the present one. */
export function describedBy(document: string): string {
  // The port of the run.
  const { servers: _, ...description } = JSON.parse(document);
  return `// SHA-256 of the description: ${createHash('sha256').update(JSON.stringify(description)).digest('hex')}`;
}
