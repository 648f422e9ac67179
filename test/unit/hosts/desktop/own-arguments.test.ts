import { describe, expect, it } from 'vitest';
import { getOwnArguments } from '../../../../electron/hosts/desktop/app-lifecycle.ts';

describe('getOwnArguments', () => {
  it.each([
    [['electron', '.'], []],
    [
      ['electron', '/project', '--port', '0'],
      ['--port', '0'],
    ],
    [['electron', '--no-sandbox', '--inspect=0', '/project', '--no-open'], ['--no-open']],
  ])('returns, for %j in development, %j', (argv, own) => {
    expect(getOwnArguments(argv, false)).toEqual(own);
  });

  it('returns all arguments after the program if it is packaged', () => {
    expect(getOwnArguments(['tilldesk', '--port', '0'], true)).toEqual(['--port', '0']);
    expect(getOwnArguments(['tilldesk'], true)).toEqual([]);
  });
});
