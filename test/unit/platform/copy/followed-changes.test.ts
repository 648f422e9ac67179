import { describe, expect, it, onTestFinished } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { PRODUCT } from '../../../support/shop-fixture.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const MINUTE = 60_000;
type ReadChanges = Platform['readChanges'];

/** A copy that was read through a feed that is wrong from the beginning. */
async function openFilled(spoil: (read: ReadChanges) => ReadChanges) {
  const deployment = await openDeployment();
  const kept = openCopies(deployment);
  onTestFinished(kept.close);
  deployment.spoil((own) => ({ readChanges: spoil(own.readChanges) }));
  const owner = await kept.signInAndCopy('owner');
  const both = async () => {
    const { rows, total } = await kept.platform.searchProducts(owner, PAGE);
    const remoteAnswer = await deployment.remote.searchProducts(owner, PAGE);
    return { copy: { rows, total }, there: { rows: remoteAnswer.rows, total: remoteAnswer.total } };
  };
  return { deployment, kept, owner, both };
}

describe('changes that a copy follows', () => {
  it('are all included if they come while it is filled, before and after the current page', async () => {
    let pages = 0;
    const deployment = await openDeployment();
    const kept = openCopies(deployment);
    onTestFinished(kept.close);
    deployment.spoil((own) => ({
      async readChanges(caller, feed, { after }) {
        const page = await own.readChanges(caller, feed, { after, limit: 2 });
        pages += 1;
        if (pages === 2) {
          const [first] = page.rows;
          await deployment.changes.rename(first?.id ?? 0, 'Onderweg');
          await deployment.changes.removeProduct(PRODUCT.course);
          await deployment.changes.reprice(PRODUCT.apple, 25_000);
        }
        return page;
      },
    }));
    const owner = await kept.signInAndCopy('owner');
    expect(pages).toBeGreaterThan(3);
    const { rows, total } = await kept.platform.searchProducts(owner, PAGE);
    const remoteAnswer = await deployment.remote.searchProducts(owner, PAGE);
    expect({ rows, total }).toEqual({ rows: remoteAnswer.rows, total: remoteAnswer.total });
    expect(rows.map(({ title }) => title)).toContain('Onderweg');
    expect((await kept.platform.findProduct(owner, PRODUCT.apple))?.prices[0]?.ppu).toBe(2.5);
  });

  it('that come twice are included once', async () => {
    const { both } = await openFilled((read) => async (caller, feed, query) => {
      const page = await read(caller, feed, { ...query, limit: 3 });
      const rows = [...page.rows, ...page.rows];
      return { ...page, rows, total: page.total + page.rows.length };
    });
    const { copy, there } = await both();
    expect(copy).toEqual(there);
  });

  it('that are missed are found by counting: a new copy replaces the old one within five minutes', async () => {
    const { deployment, both } = await openFilled((read) => async (caller, feed, query) => {
      const page = await read(caller, feed, query);
      return { ...page, rows: page.rows.filter(({ record }) => record !== null) };
    });
    await deployment.changes.removeProduct(PRODUCT.course);
    deployment.clock.advance(6 * MINUTE);
    await waitFor(async () => {
      const { copy, there } = await both();
      expect(copy).toEqual(there);
    });
  });
});
