import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSecretSweep, type SecretSweep } from '../../abuse/harness/secret-sweep.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'geheim "wachtwoord" ✓';
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
    ['in an address', Buffer.from(encodeURIComponent(SECRET))],
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

  it('finds one that lies across two pieces of a big file', async () => {
    const folder = temporaryFolder();
    const before = Buffer.alloc((1 << 20) - 5, 'x');
    writeFileSync(join(folder, 'store.sqlite-wal'), Buffer.concat([before, Buffer.from(SECRET), before]));
    await sweep.searchFolder(folder);
    expect(found[0]).toContain('store.sqlite-wal');
  });
});
