import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLedgersFile } from '../../../electron/cli/export.ts';
import { ConfigError } from '../../../electron/config/config.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'ledgers.json');
  writeFileSync(path, text);
  return path;
}

describe('readLedgersFile', () => {
  it('reads ledger accounts by code, and an empty one as none', () => {
    const path = fileWith('{"payment:pin": "1200", "tips": ""}');
    expect(readLedgersFile(path)).toEqual({ 'payment:pin': '1200' });
  });

  it.each(['', '[1]', '"x"', '{"tips": 1200}', '{"tips": "no account"}'])('refuses %j', (text) => {
    const path = fileWith(text);
    expect(() => readLedgersFile(path)).toThrow(ConfigError);
    expect(() => readLedgersFile(path)).toThrow(path);
  });

  it('refuses a file that does not exist', () => {
    expect(() => readLedgersFile(join(temporaryFolder(), 'none.json'))).toThrow('cannot be read as JSON');
  });
});
