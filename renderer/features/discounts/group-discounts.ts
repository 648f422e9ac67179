import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import type { Grouping } from './discount-fields.ts';
import { type DiscountAmounts, discountSums } from './discount-sums.ts';

/** Orders that belong together, with their subtotals. */
export interface DiscountGroup {
  /** Names it among the groups of every grouping. */
  readonly key: string;
  readonly title: string;
  readonly orders: readonly DiscountOrder[];
  readonly sums: DiscountAmounts;
}

/** How the page calls what the orders are grouped by. */
export interface GroupNames {
  readonly shop: (shopId: number) => string;
  readonly day: (date: string) => string;
  readonly noCustomer: string;
}

interface Grouper {
  /** Empty for the orders that have nothing to be grouped by: they come last. */
  readonly keyOf: (order: DiscountOrder) => string;
  readonly titleOf: (order: DiscountOrder, names: GroupNames) => string;
  readonly compare: (one: DiscountGroup, other: DiscountGroup) => number;
}

const byTitle = (one: DiscountGroup, other: DiscountGroup) => compareFolded(one.title, other.title);
const byKey = (one: DiscountGroup, other: DiscountGroup) => (one.key < other.key ? -1 : 1);

const GROUPERS: Readonly<Record<Grouping, Grouper>> = {
  shop: {
    keyOf: (order) => String(order.shop_id),
    titleOf: (order, names) => names.shop(order.shop_id),
    compare: byTitle,
  },
  day: {
    // The timestamp has the offset of the shop: its first part is the day there.
    keyOf: (order) => order.date_purchased.slice(0, 10),
    titleOf: (order, names) => names.day(order.date_purchased.slice(0, 10)),
    compare: byKey,
  },
  customer: {
    // The API gives no id of the customer: two of one name are told apart by their address.
    keyOf: (order) => (order.customer_name === '' ? '' : `${order.customer_name}\n${order.customer_email}`),
    titleOf: (order, names) => order.customer_name || names.noCustomer,
    compare: byTitle,
  },
};

/** The groups in the order of their titles, days in that of the calendar; their orders stay as they come. */
export function groupDiscounts(
  orders: readonly DiscountOrder[],
  grouping: Grouping,
  names: GroupNames,
): readonly DiscountGroup[] {
  const { keyOf, titleOf, compare } = GROUPERS[grouping];
  const groups = [...Map.groupBy(orders, keyOf)].map(([key, members]) => ({
    key: `${grouping}:${key}`,
    title: members[0] ? titleOf(members[0], names) : '',
    orders: members,
    sums: discountSums(members),
  }));
  const isNameless = (group: DiscountGroup) => group.key === `${grouping}:`;
  return [
    ...withTellingTitles(groups.filter((group) => !isNameless(group))).sort(compare),
    ...groups.filter(isNameless),
  ];
}

/** Where two customers have one name, their addresses tell them apart. */
function withTellingTitles(groups: readonly DiscountGroup[]): DiscountGroup[] {
  const titles = Map.groupBy(groups, ({ title }) => title);
  return groups.map((group) => {
    const email = group.orders[0]?.customer_email;
    const isShared = (titles.get(group.title)?.length ?? 0) > 1;
    return isShared && email ? { ...group, title: `${group.title} (${email})` } : group;
  });
}
