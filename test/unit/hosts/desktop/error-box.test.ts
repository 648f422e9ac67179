import { beforeEach, expect, it } from 'vitest';
import { showUncaughtError } from '../../../../electron/hosts/desktop/error-box.ts';
import { behaviour, electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn } from './made-host.ts';

beforeEach(forgetStandIn);

it('a packaged program shows an uncaught error in the language of the window, and says where the log is', () => {
  behaviour.isPackaged = true;
  showUncaughtError('nl', '/data/tilldesk.log')(new Error('unforeseen'));
  showUncaughtError('en', '/data/tilldesk.log')(new Error('unforeseen'));
  expect(electronCalls.steps[0]).toMatch(
    /^showErrorBox Tilldesk: .*gestopt door een fout.*unforeseen.*\/data\/tilldesk\.log/s,
  );
  expect(electronCalls.steps[1]).toMatch(/has stopped because of an error/);
});

it('a program run from sources leaves the error to its terminal', () => {
  showUncaughtError('nl', '/data/tilldesk.log')(new Error('unforeseen'));
  expect(electronCalls.steps).toEqual([]);
});
