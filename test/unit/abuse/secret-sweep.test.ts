import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSecretSweep, type SecretSweep } from '../../abuse/harness/secret-sweep.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'Geheim "wachtwoord" ✓';
let found: string[];
let sweep: SecretSweep;
beforeEach(() => {
  found = [];
  sweep = createSecretSweep((sentence) => found.push(sentence));
  sweep.keep('password', SECRET);
});

describe('the search for secrets', () => {
  it.each([
    ['as it is', Buffer.from(`x${SECRET}x`)],
    ['in UTF-16', Buffer.from(`x${SECRET}x`, 'utf16le')],
    ['in JSON', Buffer.from(JSON.stringify({ password: SECRET }))],
    ['in base64', Buffer.from(Buffer.from(SECRET).toString('base64'))],
    ['in hex', Buffer.from(Buffer.from(SECRET).toString('hex'))],
    ['in hex with capitals', Buffer.from(Buffer.from(SECRET).toString('hex').toUpperCase())],
    ['in an address', Buffer.from(encodeURIComponent(SECRET))],
    ['in a form', Buffer.from(`password=${encodeURIComponent(SECRET).replaceAll('%20', '+')}`)],
    ['in small letters', Buffer.from(SECRET.toLowerCase())],
    ['in JSON that is a text of JSON', Buffer.from(JSON.stringify({ body: JSON.stringify({ SECRET }) }))],
    ['in base64 after one byte', Buffer.from(Buffer.from(`:${SECRET}!`).toString('base64'))],
    ['in base64 after two bytes', Buffer.from(Buffer.from(`a:${SECRET}!!`).toString('base64'))],
    ['in base64url after other text', Buffer.from(Buffer.from(`sam:${SECRET}`).toString('base64url'))],
  ])('finds one %s', (_, content) => {
    sweep.searchText('a reply', content);
    expect(found[0]).toMatch(/^a password lies in a reply/);
  });

  it('finds nothing in what holds none, and never says the secret itself', () => {
    sweep.searchText('a reply', 'geheim');
    expect(found).toEqual([]);
    sweep.searchText('a reply', SECRET);
    expect(found.join()).not.toContain(SECRET);
  });

  it('finds one in a file that is packed, and none in one that is cut off', async () => {
    const folder = temporaryFolder();
    const packed = gzipSync(`x${SECRET}x`);
    writeFileSync(join(folder, 'cut-off'), packed.subarray(0, 20));
    await sweep.searchFolder(folder);
    expect(found).toEqual([]);
    writeFileSync(join(folder, 'snapshot'), packed);
    await sweep.searchFolder(folder);
    expect(found[0]).toContain('snapshot, unpacked');
  });

  it('finds one in the name of a file', async () => {
    const folder = temporaryFolder();
    sweep.keep('token', 'canary-of-a-token');
    writeFileSync(join(folder, 'canary-of-a-token.csv'), '');
    await sweep.searchFolder(folder);
    expect(found[0]).toMatch(/^a token lies in the name of a file/);
  });

  it('finds one that lies across two pieces of a big file', async () => {
    const folder = temporaryFolder();
    const before = Buffer.alloc((1 << 20) - 5, 'x');
    writeFileSync(join(folder, 'store.sqlite-wal'), Buffer.concat([before, Buffer.from(SECRET), before]));
    await sweep.searchFolder(folder);
    expect(found[0]).toContain('store.sqlite-wal');
  });
});
