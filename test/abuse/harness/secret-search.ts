import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { readZip } from '../../support/read-zip.ts';

/** Looks for secrets in texts and folders, in any encoding. */
export interface SecretSearch {
  /** A sentence for each secret that was found: its kind and location, never its text. */
  readonly found: readonly string[];
  /** From now on `text` must not be found. `kind` is for example "password". */
  keepSecret(kind: string, text: string): void;
  /** Searches what a client or a log received. `where` names it. */
  hear(where: string, content: string | Uint8Array): void;
  searchFolder(folder: string): Promise<void>;
}

export function createSecretSearch(): SecretSearch {
  const found: string[] = [];
  const forms = new Map<string, { readonly kind: string; readonly bytes: Buffer }>();

  const search = (where: string, content: Buffer) => {
    for (const [name, { kind, bytes }] of forms) {
      if (content.includes(bytes)) found.push(`a ${kind} lies in ${where} (${name.split(':')[0]})`);
    }
  };

  return {
    found,
    keepSecret(kind, text) {
      if (text.length < 8) throw new Error('a text this short is found by chance');
      for (const [form, bytes] of formsOf(text)) forms.set(`${form}:${text}`, { kind, bytes });
    },
    hear: (where, content) => search(where, Buffer.from(content)),
    async searchFolder(folder) {
      const overlap = Math.max(0, ...[...forms.values()].map(({ bytes }) => bytes.length));
      for (const file of await filesBelow(folder)) {
        const name = relative(folder, file);
        search('the name of a file', Buffer.from(name));
        for (const content of await unpacked(file)) search(`${name}, unpacked`, content);
        let tail = Buffer.alloc(0);
        for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
          const content = Buffer.concat([tail, chunk]);
          search(name, content);
          tail = content.subarray(Math.max(0, content.length - overlap));
        }
      }
    },
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const GZIP = '1f8b';

const ZIP = '504b0304';

/** Unpacks as much as possible of a truncated stream. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH };

/** The unpacked contents of a file such as a workbook; nothing if it is not packed or only half a zip. */
async function unpacked(file: string): Promise<readonly Buffer[]> {
  const beginning = await beginningOf(file);
  try {
    if (beginning.startsWith(GZIP)) return [gunzipSync(await readFile(file), PARTLY)];
    if (beginning.startsWith(ZIP)) return [...(await readZip(await readFile(file))).values()];
  } catch (error) {
    // A killed program leaves truncated files, whose bytes are searched unchanged.
    if (!(error instanceof Error)) throw error;
  }
  return [];
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A text in each form in which it may be written by accident or inside something else, without duplicates. */
function formsOf(text: string): ReadonlyMap<string, Buffer> {
  const forms = new Map<string, Buffer>();
  for (const [name, bytes] of Object.entries(allFormsOf(text))) {
    if (![...forms.values()].some((other) => other.equals(bytes))) forms.set(name, bytes);
  }
  return forms;
}

function allFormsOf(text: string): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(text);
  const escaped = JSON.stringify(text).slice(1, -1);
  const percentEncoded = encodeURIComponent(text);
  return {
    plain: bytes,
    'lower case': Buffer.from(text.toLowerCase()),
    'UTF-16': Buffer.from(text, 'utf16le'),
    JSON: Buffer.from(escaped),
    'JSON in JSON': Buffer.from(JSON.stringify(escaped).slice(1, -1)),
    hex: Buffer.from(bytes.toString('hex')),
    'hex in capitals': Buffer.from(bytes.toString('hex').toUpperCase()),
    'percent-encoded': Buffer.from(percentEncoded),
    form: Buffer.from(percentEncoded.replaceAll('%20', '+')),
    ...base64FormsOf(bytes),
  };
}

/**
 * Base64 encodes three bytes as four characters: after other text, as in `user:password`, there are three ways to
 * encode a text.
 */
function base64FormsOf(bytes: Buffer): Readonly<Record<string, Buffer>> {
  const forms = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    // Characters that depend on the surrounding text are left out.
    const first = Math.ceil((before * 4) / 3);
    const last = Math.floor((padded.length * 4) / 3);
    const form = (encoding: 'base64' | 'base64url') => Buffer.from(padded.toString(encoding).slice(first, last));
    return [
      [`base64 after ${before}`, form('base64')],
      [`base64url after ${before}`, form('base64url')],
    ];
  });
  return Object.fromEntries(forms);
}
