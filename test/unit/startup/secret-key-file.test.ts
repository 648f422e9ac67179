import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import {
  createSecretKey,
  readSecretKey,
  readSharedKey,
  saveSecretKey,
} from '../../../electron/startup/secret-files.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

let file: string;
beforeEach(() => {
  file = join(createTemporaryFolder(), 'secret.key');
});

describe('the secret key of a data folder', () => {
  it('is created once, readable by its owner only, and never changes', () => {
    expect(readSecretKey(file)).toBeNull();
    const key = createSecretKey();
    writeFileSync(`${file}.draft`, 'half a k');
    saveSecretKey(file, key);
    expect(key).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readSecretKey(file)).toEqual(Buffer.from(key));
    expect(existsSync(`${file}.draft`)).toBe(false);
  });

  it('is different for each folder', () => {
    expect(createSecretKey()).not.toEqual(createSecretKey());
  });

  it.each([
    ['empty', ''],
    ['too short', 'c2hvcnQ=\n'],
    ['no key', '<html>'],
  ])('stops the start if the file is %s, which is not changed', (_, text) => {
    writeFileSync(file, text);
    expect(() => readSecretKey(file)).toThrow(StartError);
    expect(() => readSecretKey(file)).toThrow(/^The key file .* cannot be used: it contains no key; .*\.$/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('stops the start with one sentence if it cannot be read', () => {
    mkdirSync(file);
    expect(() => readSecretKey(file)).toThrow(/^The key file .* cannot be used: EISDIR\.$/);
  });
});

describe('a secret key that servers share', () => {
  it('is the content of the file, on every server', () => {
    const text = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(file, `${text}\n`);
    expect([readSharedKey(file), readSharedKey(file)]).toEqual([Buffer.alloc(32, 7), Buffer.alloc(32, 7)]);
    expect(readFileSync(file, 'utf8')).toBe(`${text}\n`);
  });

  it('is never created, because every server would create a different one', () => {
    expect(() => readSharedKey(file)).toThrow(StartError);
    expect(() => readSharedKey(file)).toThrow(/there is none; create one for all servers, .*\.$/);
    expect(existsSync(file)).toBe(false);
  });

  it('cannot have another length', () => {
    writeFileSync(file, 'c2hvcnQ=\n');
    expect(() => readSharedKey(file)).toThrow(/it contains no key/);
  });
});
