import { expect, it } from 'vitest';
import { runExport } from '../../../electron/cli/export.ts';

it('prints a mistake of the program with its stack, one frame per line, without control characters', async () => {
  const told: string[] = [];
  const now = (): number => {
    throw new Error('No time\u001b[2J.');
  };
  const status = await runExport({
    sources: { argv: [], env: {}, platform: 'linux', homeFolder: '/', workingFolder: '/' },
    workingFolder: '/',
    clock: { now, after: () => () => {} },
    signal: new AbortController().signal,
    print: async () => true,
    messages: { isTerminal: false, write: (text) => void told.push(text) },
  });
  expect(status).toBe(1);
  expect(told.join('')).toMatch(/^The command failed because of an internal error:\nError: No time\?\[2J\.\n +at .+\n/);
});
