import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDraftFile } from '../../../electron/cli/generate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('createDraftFile', () => {
  it('creates a file that only its owner can read, and renames it when it is complete', () => {
    const target = join(temporaryFolder(), 'store');
    const draft = createDraftFile(target);
    expect(statSync(draft.path).mode & 0o777).toBe(0o600);
    writeFileSync(draft.path, 'whole');
    expect(existsSync(target)).toBe(false);

    draft.keep();
    draft.discard();
    expect(readFileSync(target, 'utf8')).toBe('whole');
  });

  it('is discarded together with the files that a database puts beside it', () => {
    const folder = temporaryFolder();
    const draft = createDraftFile(join(folder, 'store'));
    writeFileSync(`${draft.path}-wal`, '');
    draft.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces the draft of a command that was killed', () => {
    const target = join(temporaryFolder(), 'store');
    writeFileSync(createDraftFile(target).path, 'half');
    expect(readFileSync(createDraftFile(target).path, 'utf8')).toBe('');
  });
});
