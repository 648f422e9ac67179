import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findShopKind, readStoreKeeperShops } from '../../../electron/config/storekeeper-shops.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

function reading(content: unknown) {
  const file = join(createTemporaryFolder(), 'storekeeper-shops.json');
  writeFileSync(file, JSON.stringify(content));
  return () => readStoreKeeperShops(file);
}

const TILL = { account: 'Winkel', id: 3, type: 'pos' };

describe('the kind of a shop of a StoreKeeper account', () => {
  it('is unknown without the file', () => {
    const shops = readStoreKeeperShops(join(createTemporaryFolder(), 'storekeeper-shops.json'));
    expect(findShopKind(shops, 'winkel', 3)).toBeNull();
  });

  it('is set for one shop of one account', () => {
    const shops = reading({ shops: [TILL] })();
    expect(findShopKind(shops, ' winkel', 3)).toBe('pos');
    expect([findShopKind(shops, 'winkel', 4), findShopKind(shops, 'zaak', 3)]).toEqual([null, null]);
  });

  it.each([
    [[TILL, { ...TILL, type: 'webshop' }], 'has an entry already'],
    [[{ ...TILL, id: 0 }], 'must have "id" set to the id of a shop'],
    [[{ ...TILL, type: 'shop' }], 'must have "type" set to "pos" or "webshop"'],
    [[{ ...TILL, name: 'x' }], 'has the unknown member "name"'],
  ])('stops the start if the file holds %j', (shops, reason) => {
    expect(reading({ shops })).toThrow(reason);
  });
});
