import { describe, expect, it } from 'vitest';
import { readMoveCommand, runMoveCommand } from '../../../electron/cli/move.ts';
import { createProgressBar } from '../../../electron/cli/terminal-output.ts';

describe('readMoveCommand', () => {
  it('reads both the data folder and the database', () => {
    expect(readMoveCommand(['--data-dir', '/d', '--database-url-file', '/u'])).toEqual({
      dataDir: '/d',
      database: { 'database-url-file': '/u' },
    });
  });
});

describe('runMoveCommand', () => {
  const clock = { now: () => 0 };

  function barOn(isTerminal: boolean) {
    const written: string[] = [];
    return { written, bar: createProgressBar({ isTerminal, write: (text) => void written.push(text) }) };
  }

  it('prints what was moved and that the servers need a secret key, even if the folder has none', async () => {
    const { bar } = barOn(false);
    const move = async () => ({ tables: 47, rows: 2_939_079 });
    const [moved, key] = await runMoveCommand({ move, bar, clock, secretKey: null });
    expect(moved).toBe('Moved 2,939,079 rows of 47 tables in 0 s; counts and totals are the same in both.');
    expect(key).toContain('make one for all servers (openssl rand -base64 32)');
  });

  it('ends the line of the progress bar before it prints a failure', async () => {
    const { bar, written } = barOn(true);
    const move = async (onProgress: (part: number) => void) => {
      onProgress(0.5);
      throw new Error('lost');
    };
    await expect(runMoveCommand({ move, bar, clock, secretKey: '/k' })).rejects.toThrow('lost');
    expect(written.at(-1)).toBe('\n');
  });
});
