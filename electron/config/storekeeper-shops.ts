import { Type } from 'typebox';
import { foldName } from '../base/caller.ts';
import { readOperatorFile } from './operator-file.ts';

/** The kind of a shop of a StoreKeeper account, as the operator declares it: StoreKeeper itself does not give it. */
export interface StoreKeeperShop {
  /** As `foldName` writes it. */
  readonly account: string;
  readonly id: number;
  readonly type: ShopKind;
}

export type ShopKind = 'pos' | 'webshop';

const MEMBERS = {
  account: Type.String({ minLength: 1, description: 'the name of an account' }),
  id: Type.Integer({ minimum: 1, description: 'the id of a shop' }),
  type: Type.Enum(['pos', 'webshop'] as const, { description: '"pos" or "webshop"' }),
};

/**
 * Reads `{"shops": [{"account": "winkel", "id": 3, "type": "pos"}]}`; the id is that of `GET /api/shops`. Without the
 * file the alias of each shop decides. Throws `StartError`.
 */
export function readStoreKeeperShops(file: string): readonly StoreKeeperShop[] {
  const known = new Set<string>();
  return readOperatorFile(file, 'shops', MEMBERS, ({ account: typed, id, type }, refuse) => {
    const account = foldName(typed);
    const shop = JSON.stringify([account, id]);
    if (known.has(shop)) throw refuse('names a shop that has an entry already');
    known.add(shop);
    return { account, id, type };
  });
}

/** The kind that the operator declared; `null` if the file does not list the shop. */
export function findShopKind(shops: readonly StoreKeeperShop[], account: string, id: number): ShopKind | null {
  return shops.find((shop) => shop.account === foldName(account) && shop.id === id)?.type ?? null;
}
