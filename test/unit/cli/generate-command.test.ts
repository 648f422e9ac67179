import { describe, expect, it } from 'vitest';
import { readGenerateCommand } from '../../../electron/cli/generate.ts';
import { ConfigError } from '../../../electron/config/config.ts';

describe('readGenerateCommand', () => {
  it('reads every option', () => {
    const options = '--data-dir /d --products 500 --orders 1 --days 3660 --until 2028-02-29 --seed 0';
    expect(readGenerateCommand(options.split(' '))).toEqual({
      dataDir: '/d',
      products: 500,
      orders: 1,
      days: 3_660,
      until: '2028-02-29',
      seed: 0,
    });
  });

  it.each([
    ['--products', '499'],
    ['--products', '500001'],
    ['--orders', '1e3'],
    ['--days', '1.5'],
    ['--seed', '2147483648'],
    ['--until', '2026-02-29'],
    ['--until', '2100-01-01'],
  ])('refuses %s "%s" and says in one sentence what it accepts', (option, text) => {
    const reading = () => readGenerateCommand([`${option}=${text}`]);
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(new RegExp(`^${option} takes a .* from \\S+ to \\S+, not "${text}"\\.$`));
  });
});
