import { expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { listExportHistory } from '../../../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { windowDouble } from './window-double.ts';

it('the export history is that of the signed-in user, from the latest or from a given id on', async () => {
  const asked: unknown[] = [];
  const readExportHistory = async (caller: Caller, before: number | null) => {
    asked.push([caller, before]);
    return { entries: [], hasMore: true };
  };
  const { call } = windowDouble({ readExportHistory });
  expect(await call(listExportHistory)).toEqual({ status: 200, body: { entries: [], hasMore: true } });
  await call(listExportHistory, { query: { before: 40 } });
  expect(asked).toEqual([
    [STAND_IN_CALLER, null],
    [STAND_IN_CALLER, 40],
  ]);
});
