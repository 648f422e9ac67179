import { describe, expect, it } from 'vitest';
import { readClusterOptions } from '../../../bench/cluster/cluster-options.ts';

describe('readClusterOptions', () => {
  it('is a whole run without options', () => {
    const { isWhole, clients, seconds, setUps } = readClusterOptions([]);
    expect({ isWhole, clients, seconds }).toEqual({ isWhole: true, clients: 200, seconds: 60 });
    expect(setUps.map(({ name }) => name)).toEqual(['sqlite-1', 'postgres-1', 'postgres-2', 'postgres-4']);
  });

  it.each([[['--seconds', '2']], [['--clients', '20']], [['--only', 'sqlite-1']]])(
    'is no whole run with %j',
    (argv) => {
      expect(readClusterOptions(argv).isWhole).toBe(false);
    },
  );

  it('takes several set-ups in their own order', () => {
    const { setUps } = readClusterOptions(['--only', 'postgres-2', '--only', 'sqlite-1']);
    expect(setUps.map(({ name }) => name)).toEqual(['sqlite-1', 'postgres-2']);
  });

  it.each([
    [['--only', 'mysql'], 'mysql'],
    [['--clients', '0'], '--clients'],
    [['--seconds', '1e3'], '--seconds'],
  ])('refuses %j', (argv, named) => {
    expect(() => readClusterOptions(argv)).toThrow(named);
  });
});
