import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { codeOf } from '../base/code-of.ts';
import { StartError } from '../base/start-error.ts';

const KEY_BYTES = 32;

/**
 * The secret key of a data folder, made at its first start, for its owner alone. Cursors and webhook secrets are sealed
 * with keys derived from it, so that a copy of the store alone gives none of them away. It is kept in a file of its own
 * in every host: the same folder serves the window and a headless program. Throws `StartError`.
 */
export function readSecretKey(file: string): Uint8Array {
  try {
    if (!existsSync(file)) makeKeyFile(file);
    return keyIn(file);
  } catch (error) {
    throw error instanceof StartError ? error : cannotBeUsed(file, codeOf(error), error);
  }
}

/**
 * The secret key that several servers of one database share. Never made here: each would make its own, and none could
 * read what another sealed. Throws `StartError`.
 */
export function readSharedKey(file: string): Uint8Array {
  if (!existsSync(file)) {
    throw cannotBeUsed(
      file,
      'there is none; make one for all servers, such as by openssl rand -base64 32',
      null,
    );
  }
  return readSecretKey(file);
}

/** It gets its name when it is whole and safe on the disk: a crash leaves no half key. */
function makeKeyFile(file: string): void {
  const draft = `${file}.draft`;
  // Of a start that was killed.
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

function keyIn(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES) {
    throw cannotBeUsed(
      file,
      'it holds no key; put back the one of before, or remove it and give every webhook a new secret',
      null,
    );
  }
  return key;
}

function cannotBeUsed(file: string, reason: string, cause: unknown): StartError {
  return new StartError(`The key file ${file} cannot be used: ${reason}.`, { cause });
}
