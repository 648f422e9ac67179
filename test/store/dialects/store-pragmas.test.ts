import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assertPragmas, setPragmas } from '../../../electron/store/dialects/sqlite-connection.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const WRITING = /new DatabaseSync\((?![^)]*readOnly: true)/;

function connectionUnderTest(): DatabaseSync {
  const connection = new DatabaseSync(join(createTemporaryFolder(), 'store.sqlite'));
  onTestFinished(() => connection.close());
  return connection;
}

describe('setPragmas', () => {
  it.each([
    'synchronous = NORMAL',
    'synchronous = OFF',
    'journal_mode = DELETE',
    'foreign_keys = OFF',
    'recursive_triggers = OFF',
    'mmap_size = 1048576',
  ])('detects a connection with %s', (changed) => {
    const connection = connectionUnderTest();
    setPragmas(connection);
    expect(() => assertPragmas(connection)).not.toThrow();
    connection.exec(`pragma ${changed}`);

    expect(() => assertPragmas(connection)).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        message: expect.stringContaining(`SQLite cannot change ${changed.split(' ')[0]} from`),
      }),
    );
  });

  it('refuses a file without a write-ahead log, as on a network drive', () => {
    const file = join(createTemporaryFolder(), 'store.sqlite');
    new DatabaseSync(file).close();
    const connection = new DatabaseSync(`file:${file}?nolock=1`);
    onTestFinished(() => connection.close());

    expect(() => setPragmas(connection)).toThrow(
      expect.objectContaining({ name: 'StoreError', message: expect.stringContaining('journal_mode') }),
    );
  });
});

it('pragmas are set on every connection that may write, except on drafts, copies and locks, which are not stores', () => {
  const folder = projectPath('electron');
  const without = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      return WRITING.test(source) && !source.includes('setPragmas(');
    });
  expect(without.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([
    'startup/data-folder-lock.ts',
    'store/backups/store-files.ts',
    'store/demo/bulk-load.ts',
  ]);
});
