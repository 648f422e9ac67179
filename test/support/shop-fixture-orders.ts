import type { NewOrder, NewOrderItem } from '../../electron/store/orders/order-writer.ts';
import { calculateLineValue, fromEuros, QUANTITY_SCALE } from '../../shared/money.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from './shop-fixture-ids.ts';

const LOCATION_OF: Record<number, number | null> = {
  [SHOP.utrecht1]: LOCATION.utrecht,
  [SHOP.utrecht2]: LOCATION.utrecht,
  [SHOP.amsterdam]: LOCATION.amsterdam,
  [SHOP.webshop]: null,
  [SHOP.beta]: LOCATION.beta,
};

type Payments = readonly (readonly [providerId: number, euros: number])[];
type Given = Partial<NewOrder['order']> & { items: ItemGiven[]; paid?: Payments };
type ItemGiven = Omit<NewOrderItem, 'id'>;

/** Creates orders of every kind in October 2026, and four around the clock change in March. */
export function createFixtureOrders(): NewOrder[] {
  const { utrecht1, utrecht2, amsterdam, webshop } = SHOP;
  const { pin, cash, ideal, returns, balance } = PROVIDER;
  const onePin = { items: [createCafeItem(1)], paid: [[pin, 12.1]] } as const satisfies Payable;
  return [
    createOrder(ORDER.saleWithTip, utrecht1, '2026-10-05T10:00:00+02:00', {
      items: [createCafeItem(2), createOtherItem('tip', 1)],
      paid: [[pin, 25.2]],
    }),
    createOrder(ORDER.discountInCash, amsterdam, '2026-10-05T11:00:00+02:00', {
      customer_id: CUSTOMER.vries,
      items: [
        createCafeItem(1, { discount_ex: 10_000, discount_wt: 12_100 }),
        createAppleItem(1.5),
        createRoundingItem(-0.03),
      ],
      paid: [[cash, 12.5]],
    }),
    createOrder(ORDER.webshopToBelgium, webshop, '2026-10-06T20:15:00+02:00', {
      customer_id: CUSTOMER.zon,
      status: 'processing',
      items: [createCafeItem(1, { tax_rate_id: RATE.be21 }), createShippingItem()],
      paid: [[ideal, 17.1]],
    }),
    createOrder(ORDER.unpaidInvoice, utrecht1, '2026-10-07T09:00:00+02:00', {
      customer_id: CUSTOMER.zon,
      payment_term: 'invoice',
      is_paid: 0,
      items: [createCafeItem(10, { ppu: 90_000, ppu_wt: 108_900 })],
    }),
    createOrder(ORDER.settledInvoice, amsterdam, '2026-10-07T09:30:00+02:00', {
      customer_id: CUSTOMER.zon,
      payment_term: 'invoice',
      items: [createCafeItem(1)],
    }),
    createOrder(ORDER.otherItems, amsterdam, '2026-10-20T12:00:00+02:00', {
      customer_id: CUSTOMER.zon,
      follows_order_id: ORDER.settledInvoice,
      items: [
        createOtherItem('invoice_payment', 12.1),
        createOtherItem('gift_card', 25),
        createOtherItem('prepayment', 50),
      ],
      paid: [[pin, 87.1]],
    }),
    createOrder(ORDER.partialReturn, utrecht1, '2026-10-08T10:00:00+02:00', {
      follows_order_id: ORDER.saleWithTip,
      items: [createCafeItem(-1)],
      paid: [[returns, -12.1]],
    }),
    createOrder(ORDER.fullDiscount, utrecht2, '2026-10-09T10:00:00+02:00', {
      items: [createCafeItem(1, { discount_ex: 100_000, discount_wt: 121_000 })],
    }),
    createOrder(ORDER.negativeDiscount, amsterdam, '2026-10-09T11:00:00+02:00', {
      items: [createAppleItem(1, { discount_ex: -900, discount_wt: -1_000 })],
      paid: [[pin, 1.19]],
    }),
    createOrder(ORDER.cancelledWithDiscount, utrecht1, '2026-10-10T10:00:00+02:00', {
      customer_id: CUSTOMER.mees,
      status: 'cancelled',
      is_paid: 0,
      items: [createCafeItem(1, { discount_ex: 20_000, discount_wt: 24_200 })],
    }),
    createOrder(ORDER.onHold, webshop, '2026-10-10T11:00:00+02:00', {
      status: 'on_hold',
      is_paid: 0,
      items: [createCafeItem(1)],
    }),
    createOrder(ORDER.firstOfMonth, utrecht1, '2026-10-01T00:30:00+02:00', {
      items: [createAppleItem(1), createRoundingItem(0.01)],
      paid: [[cash, 1.1]],
    }),
    createOrder(ORDER.summerHalfPastTwo, utrecht2, '2026-10-25T02:30:00+02:00', onePin),
    createOrder(ORDER.winterHalfPastTwo, utrecht2, '2026-10-25T02:30:00+01:00', onePin),
    createOrder(ORDER.lastSecondOfClockChange, utrecht2, '2026-10-25T23:59:59+01:00', onePin),
    createOrder(ORDER.dayAfterClockChange, utrecht2, '2026-10-26T00:00:00+01:00', onePin),
    createOrder(ORDER.refunded, amsterdam, '2026-10-12T10:00:00+02:00', { ...onePin, status: 'refunded' }),
    createOrder(ORDER.fullReturn, amsterdam, '2026-10-13T10:00:00+02:00', {
      follows_order_id: ORDER.refunded,
      items: [createCafeItem(-1)],
      paid: [[pin, -12.1]],
    }),
    createOrder(ORDER.beforeSpringChange, amsterdam, '2026-03-28T23:59:59+01:00', onePin),
    createOrder(ORDER.lastWinterSecond, amsterdam, '2026-03-29T01:59:59+01:00', onePin),
    createOrder(ORDER.firstSummerSecond, amsterdam, '2026-03-29T03:00:00+02:00', onePin),
    createOrder(ORDER.afterSpringChange, amsterdam, '2026-03-30T00:00:00+02:00', onePin),
    createOrder(ORDER.paidWithBalance, amsterdam, '2026-10-21T10:00:00+02:00', {
      customer_id: CUSTOMER.zon,
      items: [createCafeItem(5)],
      paid: [
        [balance, 50],
        [pin, 10.5],
      ],
    }),
    createOrder(ORDER.exempt, utrecht1, '2026-10-22T10:00:00+02:00', {
      items: [createCourseItem()],
      paid: [[pin, 20]],
    }),
    createOrder(ORDER.beta, SHOP.beta, '2026-10-05T10:00:00+02:00', {
      account_id: ACCOUNT.beta,
      customer_id: CUSTOMER.beta,
      items: [createCafeItem(1, { product_id: PRODUCT.beta, product_group_id: GROUP.beta, tax_rate_id: RATE.beta })],
      paid: [[PROVIDER.beta, 12.1]],
    }),
  ];
}

type Payable = { items: ItemGiven[]; paid: Payments };

/** Creates an order, by default a complete, paid, direct sale. */
function createOrder(id: number, shop_id: number, purchased: string, given: Given): NewOrder {
  const { items, paid = [], ...rest } = given;
  const date_purchased = Date.parse(purchased);
  return {
    order: {
      id,
      account_id: ACCOUNT.alpha,
      order_number: `2026-${id}`,
      date_purchased,
      date_updated: date_purchased,
      status: 'complete',
      shop_id,
      location_id: LOCATION_OF[shop_id] ?? null,
      currency: 'EUR',
      payment_term: 'direct',
      is_paid: 1,
      customer_id: null,
      follows_order_id: null,
      ...rest,
    },
    items: items.map((item, index) => ({ ...item, id: id * 10 + index })),
    payments: paid.map(([provider_id, euros], index) => ({
      id: id * 10 + index,
      provider_id,
      amount: fromEuros(euros),
      date_paid: date_purchased,
    })),
  };
}

/** Book of 10.00 or 12.10 with 21% VAT; cost 4.00. */
function createCafeItem(pieces: number, changes: Partial<ItemGiven> = {}): ItemGiven {
  const what = { product_id: PRODUCT.cafe, sku: '0012345678905', title: 'Café crème; "groot"' };
  const ledger = { product_group_id: GROUP.books, tax_rate_id: RATE.nl21 };
  return createItem(pieces, { ...what, ...ledger, ppu: 100_000, ppu_wt: 121_000, ...changes }, 40_000);
}

/** Toy of 1.00 or 1.09 with 9% VAT; cost 0.50. */
function createAppleItem(pieces: number, changes: Partial<ItemGiven> = {}): ItemGiven {
  const what = { product_id: PRODUCT.apple, sku: 'APPEL', title: 'Appel' };
  const ledger = { product_group_id: GROUP.toys, tax_rate_id: RATE.nl9 };
  return createItem(pieces, { ...what, ...ledger, ppu: 10_000, ppu_wt: 10_900, ...changes }, 5_000);
}

function createCourseItem(): ItemGiven {
  const what = { product_id: PRODUCT.course, sku: 'CURSUS', title: 'Appeltaart bakken, cursus' };
  const ledger = { product_group_id: GROUP.books, tax_rate_id: RATE.nlExempt };
  return createItem(1, { ...what, ...ledger, ppu: 200_000, ppu_wt: 200_000 }, 0);
}

function createShippingItem(): ItemGiven {
  const ledger = { product_group_id: GROUP.shipping, tax_rate_id: RATE.be21 };
  return createItem(1, { title: 'Verzendkosten', ...ledger, ppu: 41_300, ppu_wt: 50_000 }, 0);
}

function createOtherItem(type: ItemGiven['type'], euros: number): ItemGiven {
  const amount = fromEuros(euros);
  return createItem(1, { type, title: type, ppu: amount, ppu_wt: amount }, 0);
}

function createRoundingItem(euros: number): ItemGiven {
  return createOtherItem('rounding', euros);
}

function createItem(pieces: number, given: Partial<ItemGiven>, unitCost: number): ItemGiven {
  const quantity = pieces * QUANTITY_SCALE;
  const { ppu = 0, ppu_wt = 0, discount_ex = 0, discount_wt = 0 } = given;
  return {
    type: 'product',
    product_id: null,
    sku: null,
    title: '',
    product_group_id: null,
    tax_rate_id: null,
    ...given,
    quantity,
    ppu,
    ppu_wt,
    discount_ex,
    discount_wt,
    value_ex: calculateLineValue(quantity, ppu) - discount_ex,
    value_wt: calculateLineValue(quantity, ppu_wt) - discount_wt,
    cost_ex: calculateLineValue(quantity, unitCost),
  };
}
