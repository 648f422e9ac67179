import { describe, expect, it } from 'vitest';
import { copiesLines, emptiedLine, readCopiesCommand } from '../../../electron/cli/copies.ts';
import { HelpRequested } from '../../../electron/config/command-line.ts';
import { ConfigError } from '../../../electron/config/config.ts';

describe('the command on copies', () => {
  it('lists, empties, or helps', () => {
    expect(readCopiesCommand(['list'])).toEqual({ kind: 'list', dataDir: undefined, acceptsSharedFolder: false });
    expect(readCopiesCommand(['empty', '--data-dir', 'x', '--accept-shared-folder'])).toEqual({
      kind: 'empty',
      dataDir: 'x',
      acceptsSharedFolder: true,
    });
    expect(() => readCopiesCommand([])).toThrow(HelpRequested);
    expect(() => readCopiesCommand(['empty', '--help'])).toThrow(HelpRequested);
  });

  it.each([[['clear']], [['empty', 'all']], [['list', '--force']]])('refuses %j', (argv) => {
    expect(() => readCopiesCommand(argv)).toThrow(ConfigError);
  });

  it('says whose copies there are, without what would move a cursor', () => {
    const usedAt = Date.parse('2026-11-21T12:00:00Z');
    const copy = {
      baseUrl: 'https://shop.example',
      account: 'a\u001b[2J',
      email: 'o@a.example',
      usedAt,
      bytes: 2_340_000,
    };
    expect(copiesLines([copy])).toEqual(['a?[2J  o@a.example  https://shop.example  used 2026-11-21 13:00  2.3 MB']);
    expect(copiesLines([])).toEqual(['There are no copies.']);
    expect(emptiedLine({ copies: 1, bytes: 2_340_000 })).toBe('1 copy is removed: 2.3 MB freed.');
    expect(emptiedLine({ copies: 0, bytes: 0 })).toBe('0 copies are removed: 0.0 MB freed.');
  });
});
