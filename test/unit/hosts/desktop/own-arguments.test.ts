import { describe, expect, it } from 'vitest';
import { getOwnArgs } from '../../../../electron/hosts/desktop/app-lifecycle.ts';

describe('getOwnArgs', () => {
  it.each([
    [['electron', '.'], []],
    [
      ['electron', '/project', '--port', '0'],
      ['--port', '0'],
    ],
    [['electron', '--no-sandbox', '--inspect=0', '/project', '--no-open'], ['--no-open']],
  ])('returns, for %j in development, %j', (argv, own) => {
    expect(getOwnArgs(argv, false)).toEqual(own);
  });

  it('returns all arguments after the program if it is packaged', () => {
    expect(getOwnArgs(['tilldesk', '--port', '0'], true)).toEqual(['--port', '0']);
    expect(getOwnArgs(['tilldesk'], true)).toEqual([]);
  });
});
