import { describe, expect, it } from 'vitest';
import { readGenerateCommand } from '../../../electron/cli/generate.ts';
import { HelpRequested } from '../../../electron/config/command-line.ts';
import { ConfigError } from '../../../electron/config/config.ts';

describe('readGenerateCommand', () => {
  it('has a default for everything but the folder', () => {
    expect(readGenerateCommand([])).toEqual({
      dataDir: undefined,
      acceptsSharedFolder: false,
      products: 100_000,
      orders: 1_000_000,
      days: 730,
      until: '2026-10-31',
      seed: 7,
    });
  });

  it('reads every option', () => {
    const options = '--data-dir /d --products 500 --orders 1 --days 3660 --until 2028-02-29 --seed 0';
    expect(readGenerateCommand(options.split(' '))).toEqual({
      dataDir: '/d',
      acceptsSharedFolder: false,
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
    ['--orders', '0'],
    ['--orders', '5000001'],
    ['--orders', '1e3'],
    ['--orders', ''],
    ['--days', '0'],
    ['--days', '3661'],
    ['--days', '1.5'],
    ['--seed', '2147483648'],
    ['--seed', 'seven'],
    ['--until', '2026-02-29'],
    ['--until', '2024-05-31'],
    ['--until', '2100-01-01'],
    ['--until', 'today'],
  ])('refuses %s "%s" in one sentence that says what it takes', (option, text) => {
    const reading = () => readGenerateCommand([`${option}=${text}`]);
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(new RegExp(`^${option} takes a .* from \\S+ to \\S+, not "${text}"\\.$`));
  });

  it('refuses words and unknown options', () => {
    expect(() => readGenerateCommand(['all'])).toThrow(ConfigError);
    expect(() => readGenerateCommand(['--force'])).toThrow(/^Unknown option '--force'; --help shows/);
  });

  it('says its limits and defaults', () => {
    const asking = () => readGenerateCommand(['--help']);
    expect(asking).toThrow(HelpRequested);
    expect(asking).toThrow('(1000000; 1 to 5000000)');
  });
});
