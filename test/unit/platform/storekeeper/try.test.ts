import { expect, it, onTestFinished } from 'vitest';
import { openCopiedAccount } from '../../../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedPrices } from '../../../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../../../support/storekeeper/own-sums.ts';

it('reads an account', { timeout: 120_000 }, async () => {
  const account = await openCopiedAccount({});
  onTestFinished(account.close);
  const caller = await account.signIn();
  await account.readOn(caller, { mostSteps: 400 }).catch(async (e) => {
    console.log(JSON.stringify(await account.statusOf(caller), null, 1).slice(0, 6000));
    console.log(JSON.stringify(account.program.records.slice(-10), null, 1).slice(0,3000));
    throw e;
  });
  const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
  expect(copied.orders).toEqual(own.orders);
  expect(copied.reports).toEqual(own.reports);
  expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
  const { notes, streams, check, coverage } = await account.statusOf(caller);
  console.log(JSON.stringify({ notes: notes.map(({ kind, count }) => [kind, count]), streams, check, coverage }));
  console.log(account.server.calls.byFunction);
});
