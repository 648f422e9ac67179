import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAnswerAgeReported } from '../../../../electron/platform/answer-age.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { changeProduct } from '../../../support/catalog-rows.ts';
import { callWithAge, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import { LOCATION, PRODUCT } from '../../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PAGE = { start: 0, limit: 200 };
const MINUTE = 60_000;

async function openCopied() {
  const deployment = await openDeployment();
  const kept = openCopies(deployment);
  onTestFinished(kept.close);
  const owner = await kept.signInAndCopy('owner');
  deployment.takeAsked();
  return { deployment, kept, owner, platform: kept.platform };
}

describe('a copied catalog', () => {
  it('gives the same answers as the deployment, without calling it', async () => {
    const { deployment, platform, owner } = await openCopied();
    const queries = [PAGE, { ...PAGE, q: 'appel' }, { ...PAGE, sort: '-title' as const, priced: true }];
    for (const query of queries) {
      const remoteAnswer = await deployment.remote.searchProducts(owner, query);
      deployment.takeAsked();
      const { rows, total } = await platform.searchProducts(owner, query);
      expect({ rows, total }).toEqual({ rows: remoteAnswer.rows, total: remoteAnswer.total });
      expect(deployment.takeAsked()).toEqual([]);
    }
    expect(await platform.findProduct(owner, PRODUCT.cafe)).toEqual(
      await deployment.remote.findProduct(owner, PRODUCT.cafe),
    );
    expect(await platform.listReference(owner, 'paymentMethods')).toEqual(
      await deployment.remote.listReference(owner, 'paymentMethods'),
    );
  });

  it('accepts no old data from a deployment that has a copy itself, even if other readers may see ages meanwhile', async () => {
    const deployment = await openDeployment();
    const told: boolean[] = [];
    deployment.spoil(({ listProductPrices }) => ({
      listProductPrices(caller, query) {
        told.push(isAnswerAgeReported());
        return listProductPrices(caller, query);
      },
    }));
    const kept = openCopies(deployment);
    onTestFinished(kept.close);
    const owner = await kept.signInAndCopy('owner');
    await deployment.changes.reprice(PRODUCT.apple, 25_000);
    deployment.clock.advance(20 * MINUTE);
    await callWithAge(() => kept.platform.searchProducts(owner, PAGE));
    expect(told.length).toBeGreaterThan(1);
    expect(told).not.toContain(true);
  });

  it('still answers while the deployment is unavailable, and says how old the data is', async () => {
    const { deployment, platform, owner } = await openCopied();
    const readAt = deployment.clock.now();
    deployment.switchOff();
    deployment.clock.advance(5 * MINUTE);
    const { answer, age } = await callWithAge(() => platform.searchProducts(owner, { ...PAGE, q: 'cafe' }));
    expect(answer.rows.map(({ id }) => id)).toContain(PRODUCT.cafe);
    expect(age).toEqual({ fetchedAt: readAt, unreachable: 'shop.example' });
  });

  it('says that the deployment cannot be reached for as long as that lasts', async () => {
    const { deployment, platform, owner } = await openCopied();
    deployment.switchOff();
    for (let minute = 0; minute < 9; minute += 1) {
      deployment.clock.advance(MINUTE);
      const { age } = await callWithAge(() => platform.searchProducts(owner, PAGE));
      expect(age?.unreachable).toBe('shop.example');
    }
    deployment.switchOn();
    deployment.clock.advance(MINUTE);
    await waitFor(async () => {
      const { age } = await callWithAge(() => platform.searchProducts(owner, PAGE));
      expect(age).toEqual({ fetchedAt: deployment.clock.now(), unreachable: null });
    });
  });

  it('is updated before it answers if it is older than a minute', async () => {
    const { deployment, platform, owner } = await openCopied();
    await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
    await deployment.changes.reprice(PRODUCT.apple, 25_000);
    await deployment.changes.restock(PRODUCT.odd, LOCATION.utrecht, 77_000);
    await deployment.changes.removeProduct(PRODUCT.course);
    deployment.clock.advance(20 * MINUTE);
    const { rows, total } = await platform.searchProducts(owner, PAGE);
    const remoteAnswer = await deployment.remote.searchProducts(owner, PAGE);
    expect({ rows, total }).toEqual({ rows: remoteAnswer.rows, total: remoteAnswer.total });
    expect((await platform.findProduct(owner, PRODUCT.apple))?.prices[0]?.ppu).toBe(2.5);
    expect(await platform.findProduct(owner, PRODUCT.course)).toBeNull();
  });

  it('shows a change to a reader who learned of it from the feed', async () => {
    const { deployment, platform, owner } = await openCopied();
    const since = deployment.clock.now();
    deployment.clock.advance(1_000);
    await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
    const { rows } = await platform.readChanges(owner, 'products', { after: { since }, limit: 10 });
    expect(rows.map(({ id }) => id)).toContain(PRODUCT.cafe);
    expect((await platform.findProduct(owner, PRODUCT.cafe))?.title).toBe('Espressokopje');
  });

  it('lets products exchange their SKUs', async () => {
    const { deployment, platform, owner } = await openCopied();
    const [one, other] = [PRODUCT.cafe, PRODUCT.apple];
    const skuOf = async (id: number) => (await deployment.remote.findProduct(owner, id))?.sku ?? '';
    const [first, second] = [await skuOf(one), await skuOf(other)];
    const rename = (id: number, sku: string) => changeProduct(deployment.db, id, { sku });
    await rename(one, 'between');
    await rename(other, first);
    await rename(one, second);
    deployment.clock.advance(20 * MINUTE);
    await platform.searchProducts(owner, PAGE);
    expect((await platform.findProduct(owner, one))?.sku).toBe(second);
    expect((await platform.findProduct(owner, other))?.sku).toBe(first);
  });

  it('finds a product that was added just now by asking for it', async () => {
    const { deployment, platform, owner } = await openCopied();
    expect(await platform.findProduct(owner, 999_999)).toBeNull();
    expect(deployment.takeAsked()).toEqual(['findProduct']);
    deployment.switchOff();
    expect((await callWithAge(() => platform.findProduct(owner, 999_999))).answer).toBeNull();
  });

  it('is not used for a reader who cannot see its age while the deployment is unavailable, such as an export', async () => {
    const { deployment, platform, owner } = await openCopied();
    expect((await platform.readPriceList(owner, {}, null)).rows.length).toBeGreaterThan(0);
    deployment.switchOff();
    deployment.clock.advance(MINUTE);
    await expect(platform.readPriceList(owner, {}, null)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is read again beside the old one if its position is lost', async () => {
    const { deployment, platform, owner } = await openCopied();
    await deployment.db.updateTable('feeds').set({ era: '0123456789abcdef' }).execute();
    await deployment.changes.rename(PRODUCT.cafe, 'Espressokopje');
    deployment.clock.advance(20 * MINUTE);
    const { rows } = await platform.searchProducts(owner, PAGE);
    expect(rows.find(({ id }) => id === PRODUCT.cafe)?.title).toBe('Espressokopje');
  });

  it('is not used while it is incomplete: an interrupted feed continues where it stopped', async () => {
    const deployment = await openDeployment();
    const kept = openCopies(deployment);
    onTestFinished(kept.close);
    const failing = new PlatformError('timeout', 'It takes too long.');
    let isBroken = true;
    deployment.spoil((own) => ({
      readChanges: (caller, feed, { after }) => {
        if ('position' in after && isBroken) throw failing;
        return own.readChanges(caller, feed, { after, limit: 2 });
      },
    }));
    const owner = await kept.signIn('owner');
    const { age } = await callWithAge(() => kept.platform.searchProducts(owner, PAGE));
    expect(age).toBeNull();
    await waitFor(() => expect(kept.records.map(({ msg }) => msg)).toContain('could not refresh a copy'));
    const { answer, age: still } = await callWithAge(() => kept.platform.searchProducts(owner, PAGE));
    expect(still).toBeNull();
    expect(answer.rows.length).toBeGreaterThan(2);
    isBroken = false;
    deployment.clock.advance(MINUTE);
    await waitFor(async () => {
      const { age: whole } = await callWithAge(() => kept.platform.searchProducts(owner, PAGE));
      expect(whole).not.toBeNull();
    });
    expect((await kept.platform.searchProducts(owner, PAGE)).total).toBe(answer.total);
  });

  it('does not trust a feed that has fewer products than the list', async () => {
    const deployment = await openDeployment();
    const kept = openCopies(deployment);
    onTestFinished(kept.close);
    deployment.spoil((own) => ({
      async readChanges(caller, feed, query) {
        const page = await own.readChanges(caller, feed, query);
        return { ...page, rows: page.rows.slice(1), total: page.rows.length - 1 };
      },
    }));
    const owner = await kept.signIn('owner');
    await kept.platform.searchProducts(owner, PAGE);
    await waitFor(() => expect(kept.records).not.toEqual([]));
    const { answer, age } = await callWithAge(() => kept.platform.searchProducts(owner, PAGE));
    expect(age).toBeNull();
    expect(answer.rows.map(({ id }) => id)).toContain(PRODUCT.cafe);
  });

  it('is not required: without disk space every call goes to the deployment', async () => {
    const deployment = await openDeployment();
    const file = join(createTemporaryFolder(), 'a file');
    writeFileSync(file, '');
    const kept = openCopies(deployment, { folder: join(file, 'copies') });
    onTestFinished(kept.close);
    const owner = await kept.signIn('owner');
    expect(await kept.platform.identify(owner)).toEqual(owner);
    expect((await kept.platform.searchProducts(owner, PAGE)).total).toBeGreaterThan(0);
    expect(kept.records.map(({ msg }) => msg)).toContain('could not store the copy of a user');
  });

  it('is not updated before the time that a busy deployment asks for', async () => {
    const { deployment, platform, owner } = await openCopied();
    const busy = new PlatformError('busy', 'It is asked for too much.', { retryAfterMs: 5 * MINUTE });
    const asksIn = async (ms: number) => {
      deployment.takeAsked();
      deployment.clock.advance(ms);
      await platform.searchProducts(owner, PAGE);
      return deployment.takeAsked().filter((name) => name === 'readChanges').length;
    };
    deployment.spoil(() => ({
      async readChanges() {
        throw busy;
      },
    }));

    expect(await asksIn(2 * MINUTE)).toBe(1);
    expect(await asksIn(2 * MINUTE)).toBe(0);
    expect(await asksIn(4 * MINUTE)).toBe(1);
  });

  it('is not updated while nobody asks for anything', async () => {
    const { deployment } = await openCopied();
    deployment.clock.advance(11 * MINUTE);
    await waitFor(() => expect(deployment.takeAsked()).not.toEqual([]));
    deployment.clock.advance(60 * MINUTE);
    expect(deployment.takeAsked()).toEqual([]);
  });
});
