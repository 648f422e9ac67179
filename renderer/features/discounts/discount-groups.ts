import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import type { RowId } from '../../components/data-table/row-source.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLocationOfShop, useShopName } from '../../lib/queries/shops.ts';
import type { Grouping } from './discount-choices.ts';
import { type DiscountAmounts, discountSums } from './discount-columns.tsx';

/** Orders that belong together, with their subtotals. */
export interface DiscountGroup {
  /** Names it among the groups of every grouping. */
  readonly key: string;
  readonly title: string;
  readonly orders: readonly DiscountOrder[];
  readonly sums: DiscountAmounts;
}

export interface GroupNames {
  readonly shop: (shopId: number) => string;
  /** Null for a shop that is at none. */
  readonly locationOf: (shopId: number) => { readonly id: number; readonly title: string } | null;
  readonly noLocation: string;
  readonly day: (date: string) => string;
  readonly noCustomer: string;
}

interface Grouper {
  /** Empty for the orders that have nothing to be grouped by: they come last. */
  readonly keyOf: (order: DiscountOrder, names: GroupNames) => string;
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
  location: {
    keyOf: (order, names) => String(names.locationOf(order.shop_id)?.id ?? ''),
    titleOf: (order, names) => names.locationOf(order.shop_id)?.title ?? names.noLocation,
    compare: byTitle,
  },
  day: {
    // The timestamp has the offset of the shop: its first part is the day there.
    keyOf: (order) => order.date_purchased.slice(0, 10),
    titleOf: (order, names) => names.day(order.date_purchased.slice(0, 10)),
    compare: byKey,
  },
  customer: {
    // The API gives no customer id: two customers of one name are distinguished by their email addresses.
    keyOf: (order) => (order.customer_name === '' ? '' : `${order.customer_name}\n${order.customer_email}`),
    titleOf: (order, names) => order.customer_name || names.noCustomer,
    compare: byTitle,
  },
};

/** The groups sorted by title, days by date; the orders of a group keep their order. */
export function groupDiscounts(
  orders: readonly DiscountOrder[],
  grouping: Grouping,
  names: GroupNames,
): readonly DiscountGroup[] {
  const { keyOf, titleOf, compare } = GROUPERS[grouping];
  const groups = [...Map.groupBy(orders, (order) => keyOf(order, names))].map(([key, members]) => ({
    key: `${grouping}:${key}`,
    title: members[0] ? titleOf(members[0], names) : '',
    orders: members,
    sums: discountSums(members),
  }));
  const isNameless = (group: DiscountGroup) => group.key === `${grouping}:`;
  return [
    ...withDistinctTitles(groups.filter((group) => !isNameless(group))).sort(compare),
    ...groups.filter(isNameless),
  ];
}

/** Where two customers have one name, their email addresses distinguish them. */
function withDistinctTitles(groups: readonly DiscountGroup[]): DiscountGroup[] {
  const titles = Map.groupBy(groups, ({ title }) => title);
  return groups.map((group) => {
    const email = group.orders[0]?.customer_email;
    const isShared = (titles.get(group.title)?.length ?? 0) > 1;
    return isShared && email ? { ...group, title: `${group.title} (${email})` } : group;
  });
}

/** A line of the table: an order, or the group that the orders below it belong to. */
export type DiscountRow =
  | { readonly kind: 'order'; readonly order: DiscountOrder }
  | { readonly kind: 'group'; readonly group: DiscountGroup; readonly isFolded: boolean };

function orderRows(orders: readonly DiscountOrder[]): readonly DiscountRow[] {
  return orders.map((order) => ({ kind: 'order', order }));
}

/** Each group above its orders; of a folded one the orders are left out. */
export function groupRows(groups: readonly DiscountGroup[], folded: ReadonlySet<string>): readonly DiscountRow[] {
  return groups.flatMap((group): readonly DiscountRow[] => {
    const isFolded = folded.has(group.key);
    const header: DiscountRow = { kind: 'group', group, isFolded };
    return isFolded ? [header] : [header, ...orderRows(group.orders)];
  });
}

export function isOrderRow({ kind }: DiscountRow): boolean {
  return kind === 'order';
}

/** The key of a group may look like the number of an order. */
export function rowIdOf(row: DiscountRow): RowId {
  return row.kind === 'order' ? row.order.id : `group ${row.group.key}`;
}

const NO_GROUPS: readonly DiscountGroup[] = [];

/** The lines of the table: the orders as they come, or in groups, which are empty while the list is not grouped. */
export function useDiscountRows(
  orders: readonly DiscountOrder[],
  grouping: Grouping | null,
  folded: ReadonlySet<string>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shopName = useShopName();
  const locationOf = useLocationOfShop();
  const groups = useMemo(() => {
    if (grouping === null) return NO_GROUPS;
    return groupDiscounts(orders, grouping, {
      shop: shopName,
      locationOf,
      noLocation: t('states.noLocation'),
      day: (date) => formatPeriod({ from: date, to: date }, language),
      noCustomer: t('discounts.noCustomer'),
    });
  }, [orders, grouping, shopName, locationOf, language, t]);
  const rows = useMemo(
    () => (grouping === null ? orderRows(orders) : groupRows(groups, folded)),
    [orders, grouping, groups, folded],
  );
  return { rows, groups };
}

export type FoldedGroups = ReturnType<typeof useFoldedGroups>;

const NONE: ReadonlySet<string> = new Set();

/** The groups that show only their subtotals. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(NONE);
  const toggle = useCallback(
    (key: string) =>
      setFolded((before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key])),
    [],
  );
  return {
    folded,
    toggle,
    foldAll: (groups: readonly DiscountGroup[]) => setFolded(new Set(groups.map(({ key }) => key))),
    unfoldAll: () => setFolded(NONE),
  };
}
