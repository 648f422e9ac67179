import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { codeOf } from '../../base/code-of.ts';

/** Something encrypted, and who had the key. */
export interface Sealed {
  readonly backend: string;
  readonly encrypted: Buffer;
}

const SealedFile = Type.Object({ backend: Type.String(), sealed: Type.String() });

export function sealedText({ backend, encrypted }: Sealed): string {
  return JSON.stringify({ backend, sealed: encrypted.toString('base64') });
}

/** null where there is no such file. */
export async function readSealed(file: string): Promise<Sealed | 'unreadable' | null> {
  const text = await readOrNull(file);
  if (text === null) return null;
  const content = parseOrNull(text);
  if (!Check(SealedFile, content)) return 'unreadable';
  return { backend: content.backend, encrypted: Buffer.from(content.sealed, 'base64') };
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
