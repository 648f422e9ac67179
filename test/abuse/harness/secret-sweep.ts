import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unpacked } from './packed-content.ts';
import { formsOf } from './secret-forms.ts';
import type { SecretKind } from './suite.ts';

/** Looks for secrets in what is said and in what lies in folders, whatever form they have there. */
export interface SecretSweep {
  /** How many there are, and how much was searched. */
  readonly secrets: number;
  readonly bytes: number;
  keep(kind: SecretKind, text: string): void;
  /** `Authorization: …` of a request does not belong here: it is the client's own. */
  searchText(where: string, content: string | Uint8Array): void;
  searchFolder(folder: string): Promise<void>;
}

/** Each found secret is told of by its kind and place, never by its text. */
export function createSecretSweep(onFound: (sentence: string) => void): SecretSweep {
  const forms = new Map<string, { readonly kind: SecretKind; readonly bytes: Buffer }>();
  const sweep = { secrets: 0, bytes: 0 };

  const search = (where: string, content: Buffer) => {
    for (const [name, { kind, bytes }] of forms) {
      if (content.includes(bytes)) onFound(`a ${kind} lies in ${where} (${name.split(':')[0]})`);
    }
  };

  return Object.assign(sweep, {
    keep(kind: SecretKind, text: string) {
      if (text.length < 8) throw new Error('a text this short is found by chance');
      sweep.secrets += 1;
      for (const [form, bytes] of formsOf(text)) {
        forms.set(`${form}:${text}`, { kind, bytes });
      }
    },
    searchText(where: string, content: string | Uint8Array) {
      const bytes = Buffer.from(content);
      sweep.bytes += bytes.length;
      search(where, bytes);
    },
    async searchFolder(folder: string) {
      const overlap = Math.max(0, ...[...forms.values()].map(({ bytes }) => bytes.length));
      for (const file of await filesBelow(folder)) {
        search('the name of a file', Buffer.from(relative(folder, file)));
        for (const content of await unpacked(file)) {
          sweep.bytes += content.length;
          search(`${relative(folder, file)}, unpacked`, content);
        }
        let tail = Buffer.alloc(0);
        for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
          sweep.bytes += chunk.length;
          const content = Buffer.concat([tail, chunk]);
          search(relative(folder, file), content);
          tail = content.subarray(Math.max(0, content.length - overlap));
        }
      }
    },
  });
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
