import { describe, expect, it } from 'vitest';
import { readPeersOptions } from '../../../bench/peers/peers-options.ts';

describe('readPeersOptions', () => {
  it('is a whole run without options', () => {
    const { isWhole, size, rounds, peers } = readPeersOptions([]);
    expect({ isWhole, size, rounds }).toEqual({
      isWhole: true,
      size: { products: 100_000, orders: 1_000_000 },
      rounds: 5,
    });
    expect(peers).toEqual(['json-server', 'Directus', 'bare server']);
  });

  it.each([[['--products', '2000']], [['--orders', '2000']], [['--rounds', '4']], [['--only', 'Directus']]])(
    'is no whole run with %j',
    (argv) => {
      expect(readPeersOptions(argv).isWhole).toBe(false);
    },
  );

  it('is a whole run with more rounds and a folder', () => {
    const { isWhole, folder } = readPeersOptions(['--rounds', '9', '--folder', '/tmp/peers']);
    expect({ isWhole, folder }).toEqual({ isWhole: true, folder: '/tmp/peers' });
  });

  it('takes several peers in their own order', () => {
    expect(readPeersOptions(['--only', 'bare server', '--only', 'json-server']).peers).toEqual([
      'json-server',
      'bare server',
    ]);
  });

  it.each([
    [['--only', 'NocoDB'], 'NocoDB'],
    [['--rounds', '0'], '--rounds'],
    [['--orders', '1e6'], '--orders'],
  ])('refuses %j', (argv, named) => {
    expect(() => readPeersOptions(argv)).toThrow(named);
  });
});
