import type { Clock } from '../../../electron/base/clock.ts';
import { type Amount, QUANTITY_SCALE } from '../../../shared/money.ts';
import { createOrderMaker, type MadeOrder } from './made-orders.ts';
import { makeProducts } from './made-products.ts';
import { computeAmounts, type MadeLine, NOTHING, subtract } from './order-amounts.ts';

export interface AccountSize {
  readonly products: number;
  readonly orders: number;
  /** The orders are from this number of months until now. */
  readonly months: number;
  readonly seed: number;
  /** The distance between order ids. */
  readonly orderIdStep?: number;
}

export interface NewLine {
  readonly productId: number;
  /** Pieces with at most 3 decimals. Default: 1. */
  readonly quantity?: number;
  /** Including VAT. Default: the current price. */
  readonly unitPrice?: Amount;
}

interface NewSale {
  readonly lines?: readonly NewLine[];
  readonly isPaid?: boolean;
}

export type SimulatedAccount = ReturnType<typeof createSimulatedAccount>;

/**
 * Creates an account in its current state, and the changes that can happen to it. Orders are identified by their id.
 * Errors are `RangeError`s.
 */
export function createSimulatedAccount(size: AccountSize, clock: Pick<Clock, 'now'>) {
  const products = makeProducts(size.seed, size.products, clock.now);
  const customerCount = Math.max(Math.floor(size.orders / 8), 20);
  const { seed, orders, months, orderIdStep: idStep } = size;
  const maker = createOrderMaker(
    { seed, orders, months, customers: customerCount, until: clock.now(), idStep },
    products,
  );
  /** Orders that differ from how they were created, and those that were sold since. */
  const changed = new Map<number, MadeOrder>();
  const deleted = new Set<number>();
  let sold = 0;

  function existing(id: number): number {
    const index = maker.indexOf(id);
    if (index === null || index >= maker.count + sold || deleted.has(index)) {
      throw new RangeError(`there is no order ${id}`);
    }
    return index;
  }
  function orderAt(index: number): MadeOrder {
    return changed.get(index) ?? maker.make(index);
  }
  function change(id: number, changes: (order: MadeOrder) => Partial<MadeOrder>): void {
    const index = existing(id);
    const order = orderAt(index);
    changed.set(index, { ...order, ...changes(order) });
  }
  function saleLine({ productId, quantity = 1, unitPrice }: NewLine, row: number): MadeLine {
    const product = products.find(productId);
    if (product === null) throw new RangeError(`there is no product ${productId}`);
    const price = unitPrice ?? product.actionPrice ?? product.defaultPrice;
    if (price === null) throw new RangeError(`product ${productId} has no price`);
    return {
      ...{ row, kind: 'product', productId, sku: product.sku || null, name: product.title },
      ...{ quantity: thousandths(quantity), unitPrice: price, unitPriceBefore: null },
      ...{ rate: product.rate, isTurnover: true, refundedQuantity: 0 },
    };
  }

  return {
    size,
    products,
    customerCount,
    /** Ids of the existing orders, ascending. */
    *orderIds(): Generator<number> {
      for (let index = 0; index < maker.count + sold; index += 1) if (!deleted.has(index)) yield maker.idAt(index);
    },
    /** `null` if there is none, or if it was deleted. */
    findOrder(id: number): MadeOrder | null {
      const index = maker.indexOf(id);
      return index === null || index >= maker.count + sold || deleted.has(index) ? null : orderAt(index);
    },
    createdAt(id: number): number {
      const index = existing(id);
      return changed.get(index)?.createdAt ?? maker.createdAt(index);
    },
    get orderCount(): number {
      return maker.count + sold - deleted.size;
    },

    /** Sells something at a counter now, by default paid. Returns the id. */
    sellOrder({ lines, isPaid = true }: NewSale = {}): number {
      const index = maker.count + sold;
      const newOrder = maker.makeNew(index, clock.now());
      const order = lines ? { ...newOrder, lines: lines.map((line, at) => saleLine(line, at + 1)) } : newOrder;
      const paid = isPaid ? computeAmounts(order).sold : NOTHING;
      changed.set(index, { ...order, isPaid, paid, status: isPaid ? 'complete' : 'processing' });
      sold += 1;
      return order.id;
    },
    payOrder(id: number): void {
      change(id, (order) => ({ isPaid: true, paid: computeAmounts(order).sold, updatedAt: clock.now() }));
    },
    /**
     * Takes back quantities of items, identified by row; by default everything that is left. The date of the last
     * change stays the same. The refund follows some minutes later: the price of the goods, or `given` including VAT.
     */
    refundOrder(id: number, pieces?: Readonly<Record<number, number>>, given?: Amount): void {
      change(id, (order) => {
        const lines = order.lines.map((line) => refundedLine(line, pieces));
        const before = computeAmounts(order).refunded;
        const price = subtract(computeAmounts({ ...order, lines }).refunded, before).wt;
        const moneyBack = order.moneyBack + (given ?? price) - price;
        if (moneyBack !== 0 && new Set(lines.map(({ rate }) => rate.id)).size !== 1) {
          throw new RangeError(`order ${id} has more than one rate`);
        }
        const amount = subtract(computeAmounts({ lines, moneyBack }).refunded, before);
        const isWhole = lines.every(({ quantity, refundedQuantity }) => quantity === refundedQuantity);
        const paidBack = [...order.paidBack, { at: clock.now(), amount }];
        return { lines, moneyBack, paidBack, ...(isWhole && { status: 'refunded' }) };
      });
    },
    deleteOrder(id: number): void {
      const index = existing(id);
      deleted.add(index);
      changed.delete(index);
    },
    deleteProduct: (productId: number) => products.remove(productId),
    /** Including VAT. */
    changePrice(productId: number, price: Amount): void {
      products.change(productId, { defaultPrice: price, actionPrice: null, updatedAt: clock.now() });
    },
    /** Pieces with at most 3 decimals. */
    changeStock(productId: number, pieces: number): void {
      const product = products.find(productId);
      if (product === null) throw new RangeError(`there is no product ${productId}`);
      // Neither date changes.
      products.change(productId, { stock: { ...product.stock, value: thousandths(pieces) } });
    },
  };
}

/** Throws if more would be returned than was sold. */
function refundedLine(line: MadeLine, pieces?: Readonly<Record<number, number>>): MadeLine {
  const left = line.quantity - line.refundedQuantity;
  const taken = pieces ? thousandths(pieces[line.row] ?? 0) : Math.max(left, 0);
  if (taken < 0 || (taken > 0 && taken > left))
    throw new RangeError(`${taken / 1_000} of line ${line.row} cannot come back`);
  return { ...line, refundedQuantity: line.refundedQuantity + taken };
}

function thousandths(pieces: number): number {
  const rounded = Math.round(pieces * QUANTITY_SCALE);
  if (rounded / QUANTITY_SCALE !== pieces) throw new RangeError(`${pieces} has more than 3 decimals`);
  return rounded;
}
