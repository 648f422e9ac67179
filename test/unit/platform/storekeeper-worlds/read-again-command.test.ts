import { expect, it } from 'vitest';
import { readCopiesCommand } from '../../../../electron/cli/copies.ts';
import { HelpRequested } from '../../../../electron/config/command-line.ts';

it('point 13: a program without a window has "read again" as a command', () => {
  let help = '';
  try {
    readCopiesCommand(['--help']);
  } catch (error) {
    if (!(error instanceof HelpRequested)) throw error;
    help = error.message;
  }
  expect(help).toMatch(/^ +read-again\b/m);
});
