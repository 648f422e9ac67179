import { createHash } from 'node:crypto';

/** The first line of generated types, which identifies the description that they were generated from. */
export function describedBy(document: string): string {
  // The port of the current run.
  const { servers: _, ...description } = JSON.parse(document);
  return `// SHA-256 of the description: ${createHash('sha256').update(JSON.stringify(description)).digest('hex')}`;
}
