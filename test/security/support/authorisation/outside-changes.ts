import { insertRows } from '../../../../electron/store/insert-rows.ts';
import type { Store } from '../../../../electron/store/open-store.ts';
import { insertOrders } from '../../../../electron/store/orders/order-writer.ts';
import { foldText } from '../../../../shared/fold-text.ts';
import {
  ACCOUNT,
  CUSTOMER,
  GROUP,
  LOCATION,
  ORDER,
  PRODUCT,
  PROVIDER,
  RATE,
  SHOP,
} from '../../../support/shop-fixture.ts';
import { fixtureOrders } from '../../../support/shop-fixture-orders.ts';
import type { Asker } from './authorisation-matrix.ts';

interface Place {
  readonly account: number;
  readonly location: number | null;
  readonly shop: number;
}

const PLACES: readonly Place[] = [
  { account: ACCOUNT.alpha, location: LOCATION.utrecht, shop: SHOP.utrecht1 },
  { account: ACCOUNT.alpha, location: LOCATION.amsterdam, shop: SHOP.amsterdam },
  { account: ACCOUNT.alpha, location: null, shop: SHOP.webshop },
  { account: ACCOUNT.beta, location: LOCATION.beta, shop: SHOP.beta },
];
const MODELS = [ORDER.discountInCash, ORDER.fullDiscount, ORDER.negativeDiscount] as const;

/** Buys wherever the account sells, so that who sees one place knows the customer and must not learn of the others. */
const REGULAR: Readonly<Record<number, number>> = {
  [ACCOUNT.alpha]: CUSTOMER.zon,
  [ACCOUNT.beta]: CUSTOMER.beta,
};

/** Lets a lot happen where somebody sees nothing: sales, to new and known customers, other stock. `round` numbers it. */
export async function changeOutside(store: Store, asker: Asker, round: number): Promise<void> {
  for (const [index, place] of PLACES.entries()) {
    const isSeen = place.account === asker.account && (asker.lock === null || asker.lock === place.location);
    if (!isSeen) await sellAt(store, place, 800_000 + round * 1_000 + index * 100);
  }
}

async function sellAt({ db }: Store, { account, location, shop }: Place, firstId: number): Promise<void> {
  const name = `Nieuw ${firstId}`;
  await insertRows(db, 'customers', [
    {
      id: firstId,
      account_id: account,
      name,
      folded_name: foldText(name),
      email: `${firstId}@new.example`,
      phone: '',
      city: '',
      country_iso2: 'NL',
      date_created: 0,
    },
  ]);
  const segments = await db.selectFrom('segments').select('id').where('account_id', '=', account).execute();
  await insertRows(
    db,
    'customer_segments',
    segments.map(({ id }) => ({ account_id: account, customer_id: firstId, segment_id: id })),
  );
  const place = { account_id: account, location_id: location, shop_id: shop };
  const customers = [firstId, REGULAR[account] ?? firstId];
  const sales = customers.flatMap((customer_id) => MODELS.map((model) => ({ model, customer_id })));
  await insertOrders(
    db,
    sales.map(({ model, customer_id }, index) =>
      orderLike(model, firstId + index, { ...place, customer_id }),
    ),
  );
  if (location === null) return;
  await db
    .updateTable('stock')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 111_000) }))
    .where('location_id', '=', location)
    .execute();
}

function orderLike(
  modelId: number,
  id: number,
  place: { account_id: number; location_id: number | null; shop_id: number; customer_id: number },
) {
  const model = fixtureOrders().find(({ order }) => order.id === modelId);
  if (!model) throw new Error(`the fixture has no order ${modelId}`);
  const isBeta = place.account_id === ACCOUNT.beta;
  const ledger = { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta };
  return {
    order: { ...model.order, ...place, id, order_number: `new-${id}` },
    items: model.items.map((item, line) => ({
      ...item,
      ...(isBeta && item.type === 'product' && ledger),
      id: id * 10 + line,
    })),
    payments: model.payments.map((paid, line) => ({
      ...paid,
      ...(isBeta && { provider_id: PROVIDER.beta }),
      id: id * 10 + line,
    })),
  };
}
