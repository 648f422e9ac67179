import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertTarget } from '../../../electron/cli/export.ts';
import { ConfigError } from '../../../electron/config/config.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

describe('assertTarget', () => {
  it('names the folder that does not exist', async () => {
    const folder = join(createTemporaryFolder(), 'no');
    const refused = assertTarget(join(folder, 'a.csv'));
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      `There is no folder ${folder} to save the file in: create it, or choose another file with --out.`,
    );
  });

  it.each([
    ['.', 'it is a folder'],
    ['con.csv', 'Windows does not allow this name'],
    ['a'.repeat(300), 'its name is too long'],
    [join('a'.repeat(300), 'a.csv'), 'its name is too long'],
  ])('reports %j as a mistake in the command', async (name, words) => {
    const path = join(createTemporaryFolder(), name);
    const refused = assertTarget(path);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      `The file was not saved: ${words}. Choose another file than ${path} with --out.`,
    );
  });
});
