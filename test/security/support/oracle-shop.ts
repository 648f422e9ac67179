import type { Customer } from '../../../shared/contract/customers.ts';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import type { Product, ProductWithPrices } from '../../../shared/contract/products.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import type { StockRow } from '../../../shared/contract/stock.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import type { Asker, StrictService } from './strict-service.ts';

/** All that somebody can read, without any filter: what the oracle filters for itself. */
export interface OracleShop {
  readonly orders: readonly OrderWithDetails[];
  readonly products: readonly Product[];
  readonly details: ReadonlyMap<number, ProductWithPrices>;
  readonly stock: readonly StockRow[];
  readonly customers: readonly Customer[];
  readonly rates: readonly TaxRate[];
  readonly shops: readonly Shop[];
  readonly groups: readonly TurnoverGroup[];
  readonly lockedLocation: number | null;
  /** Answers without parameters, by path. */
  readonly plain: ReadonlyMap<string, unknown>;
}

const PLAIN = [
  ...['me', 'shops', 'locations', 'turnover-groups', 'segments'],
  ...['payment-methods', 'payment-providers'],
];

export async function readOracleShop(service: StrictService, asker: Asker): Promise<OracleShop> {
  const read = async (target: string) => {
    const answer = await service.wire.send(service.get(asker, target));
    if (answer?.status !== 200) throw new Error(`${target}: ${answer?.text}`);
    return JSON.parse(answer.text);
  };
  const rows = async (target: string) => (await read(target)).data;
  const products: Product[] = await rows('/api/products');
  const orders = await rows('/api/orders?from=0001-01-01&to=9999-12-31&limit=250&include=items,payments');
  const details = new Map<number, ProductWithPrices>();
  for (const { id } of products) details.set(id, await read(`/api/products/${id}`));
  const plain = new Map<string, unknown>();
  for (const name of PLAIN) plain.set(`/api/${name}`, await read(`/api/${name}`));

  return {
    products,
    details,
    orders,
    plain,
    stock: await rows('/api/stock?limit=200'),
    customers: await rows('/api/customers?limit=250'),
    rates: await rows('/api/tax-rates'),
    shops: await rows('/api/shops'),
    groups: await rows('/api/turnover-groups'),
    lockedLocation: asker === 'staff' ? (await read('/api/me')).locked_location.id : null,
  };
}
