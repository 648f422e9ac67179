import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const EQUAL = 'All totals match the orders, and all stock matches the locations.\n';

const verify = (...argv: string[]) => runProgram('verify', argv);

describe('npm run store:verify', { timeout: 60_000 }, () => {
  it('ends with status 0 if all totals equal the orders', async () => {
    const folder = createTemporaryFolder();
    await writeShop(folder);
    expect(await verify('--data-dir', folder)).toEqual({ status: 0, out: EQUAL, err: '' });
  });

  it('names each difference, ends with status 1, and repairs on request', async () => {
    const folder = createTemporaryFolder();
    await writeShop(
      folder,
      'update payment_totals_by_day set amount = amount + 1 where shop_id = 14 and day = 20261005',
    );
    const line =
      'payment_totals_by_day account_id=1 shop_id=14 day=20261005 provider_id=302: ' +
      'amount is 252001, the rows give 252000\nDifferences: 1.\n';
    expect(await verify('--data-dir', folder)).toEqual({ status: 1, out: line, err: '' });

    const repaired = await verify('--repair', '--data-dir', folder);
    expect(repaired).toEqual({
      status: 0,
      out: `${line}The totals that differed were recalculated.\n${EQUAL}`,
      err: '',
    });
    expect(await verify('--data-dir', folder)).toMatchObject({ status: 0, out: EQUAL });
  });

  it('does not create a missing store', async () => {
    const folder = join(createTemporaryFolder(), 'mistyped');
    const { status, err } = await verify('--data-dir', folder);
    expect(status).toBe(1);
    expect(existsSync(folder)).toBe(false);
    expect(err).toMatch(
      /^There is no shop in .* yet: start Tilldesk once, or name its data folder with --data-dir\.\n$/,
    );
  });

  it('fails with status 2 and one sentence for a wrong option', async () => {
    const { status, err } = await verify('--fix');
    expect(status).toBe(2);
    expect(err).toMatch(/^Unknown option '--fix'; --help shows the options\.\n$/);
  });
});
