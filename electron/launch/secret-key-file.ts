import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { codeOf } from './code-of.ts';
import { StartError } from './start-error.ts';

const KEY_BYTES = 32;

/**
 * The secret key of a data folder, made at its first start, for its owner alone. Cursors are signed and webhook
 * secrets are sealed with keys derived from it, so that a copy of the store alone gives none of them away. It is kept in
 * a file of its own in every host: the same folder serves the window and a headless program. Throws `StartError`.
 */
export function readSecretKey(file: string): Uint8Array {
  try {
    return makeKey(file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw cannotBeUsed(file, codeOf(error), error);
  }
  const key = readKey(file);
  if (key.length !== KEY_BYTES) throw cannotBeUsed(file, 'it is not a key; put back the one of before', null);
  return key;
}

function makeKey(file: string): Uint8Array {
  const handle = openSync(file, 'wx', 0o600);
  try {
    const key = randomBytes(KEY_BYTES);
    writeSync(handle, `${key.toString('base64')}\n`);
    fsyncSync(handle);
    return key;
  } finally {
    closeSync(handle);
  }
}

function readKey(file: string): Uint8Array {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    throw cannotBeUsed(file, codeOf(error), error);
  }
}

function cannotBeUsed(file: string, reason: string, cause: unknown): StartError {
  return new StartError(`The key file ${file} cannot be used: ${reason}.`, { cause });
}
