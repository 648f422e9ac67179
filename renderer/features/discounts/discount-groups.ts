import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import type { RowId } from '../../components/data-table/row-source.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLocationOfShop, useShopName } from '../../lib/queries/shops.ts';
import type { Grouping } from './discount-choices.ts';
import { type DiscountAmounts, sumDiscounts } from './discount-columns.tsx';

/** A group of orders with their subtotals. */
export interface DiscountGroup {
  /** Identifies the group among the groups of every grouping. */
  readonly key: string;
  readonly title: string;
  readonly orders: readonly DiscountOrder[];
  readonly sums: DiscountAmounts;
}

export interface GroupNames {
  readonly shop: (shopId: number) => string;
  /** `null` if the shop has no location. */
  readonly getLocation: (shopId: number) => { readonly id: number; readonly title: string } | null;
  readonly noLocation: string;
  readonly day: (date: string) => string;
  readonly noCustomer: string;
}

interface Grouper {
  /** Empty if the order has no value to group by. Those orders come last. */
  readonly getKey: (order: DiscountOrder, names: GroupNames) => string;
  readonly getTitle: (order: DiscountOrder, names: GroupNames) => string;
  readonly compare: (one: DiscountGroup, other: DiscountGroup) => number;
}

const compareTitles = (one: DiscountGroup, other: DiscountGroup) => compareFolded(one.title, other.title);

const compareKeys = (one: DiscountGroup, other: DiscountGroup) => (one.key < other.key ? -1 : 1);

const GROUPERS: Readonly<Record<Grouping, Grouper>> = {
  shop: {
    getKey: (order) => String(order.shop_id),
    getTitle: (order, names) => names.shop(order.shop_id),
    compare: compareTitles,
  },
  location: {
    getKey: (order, names) => String(names.getLocation(order.shop_id)?.id ?? ''),
    getTitle: (order, names) => names.getLocation(order.shop_id)?.title ?? names.noLocation,
    compare: compareTitles,
  },
  day: {
    // The timestamp is in the time zone of the shop, so its first part is the day there.
    getKey: (order) => order.date_purchased.slice(0, 10),
    getTitle: (order, names) => names.day(order.date_purchased.slice(0, 10)),
    compare: compareKeys,
  },
  customer: {
    // The API gives no customer id, so customers with the same name are distinguished by their email addresses.
    getKey: (order) => (order.customer_name === '' ? '' : `${order.customer_name}\n${order.customer_email}`),
    getTitle: (order, names) => order.customer_name || names.noCustomer,
    compare: compareTitles,
  },
};

/** The groups sorted by title; days by date, the newest first if the orders are. The orders in a group keep their order. */
export function groupDiscounts(
  orders: readonly DiscountOrder[],
  grouping: Grouping,
  names: GroupNames,
  isNewestFirst = false,
): readonly DiscountGroup[] {
  const { getKey, getTitle, compare } = GROUPERS[grouping];
  const groups = [...Map.groupBy(orders, (order) => getKey(order, names))].map(([key, members]) => ({
    key: `${grouping}:${key}`,
    title: members[0] ? getTitle(members[0], names) : '',
    orders: members,
    sums: sumDiscounts(members),
  }));
  const isNameless = (group: DiscountGroup) => group.key === `${grouping}:`;
  const named = makeTitlesDistinct(groups.filter((group) => !isNameless(group))).sort(compare);
  return [...(grouping === 'day' && isNewestFirst ? named.reverse() : named), ...groups.filter(isNameless)];
}

/** Adds the email address to the titles of customers with the same name. */
function makeTitlesDistinct(groups: readonly DiscountGroup[]): DiscountGroup[] {
  const titles = Map.groupBy(groups, ({ title }) => title);
  return groups.map((group) => {
    const email = group.orders[0]?.customer_email;
    const isShared = (titles.get(group.title)?.length ?? 0) > 1;
    return isShared && email ? { ...group, title: `${group.title} (${email})` } : group;
  });
}

/** A row of the table: an order, or the group of the orders below it. */
export type DiscountRow =
  | { readonly kind: 'order'; readonly order: DiscountOrder }
  | { readonly kind: 'group'; readonly group: DiscountGroup; readonly isFolded: boolean };

function toOrderRows(orders: readonly DiscountOrder[]): readonly DiscountRow[] {
  return orders.map((order) => ({ kind: 'order', order }));
}

/** Each group followed by its orders, unless it is folded. */
export function toGroupRows(groups: readonly DiscountGroup[], folded: ReadonlySet<string>): readonly DiscountRow[] {
  return groups.flatMap((group): readonly DiscountRow[] => {
    const isFolded = folded.has(group.key);
    const header: DiscountRow = { kind: 'group', group, isFolded };
    return isFolded ? [header] : [header, ...toOrderRows(group.orders)];
  });
}

export function isOrderRow({ kind }: DiscountRow): boolean {
  return kind === 'order';
}

/** Has a prefix for groups, as the key of a group may look like an order number. */
export function getRowId(row: DiscountRow): RowId {
  return row.kind === 'order' ? row.order.id : `group ${row.group.key}`;
}

const NO_GROUPS: readonly DiscountGroup[] = [];

/** The rows of the table and its groups. Without grouping, `groups` is empty. */
export function useDiscountRows(
  orders: readonly DiscountOrder[],
  grouping: Grouping | null,
  folded: ReadonlySet<string>,
  isNewestFirst: boolean,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const getShopName = useShopName();
  const getLocation = useLocationOfShop();
  const groups = useMemo(() => {
    if (grouping === null) return NO_GROUPS;
    const names: GroupNames = {
      shop: getShopName,
      getLocation,
      noLocation: t('states.noLocation'),
      day: (date) => formatPeriod({ from: date, to: date }, language),
      noCustomer: t('discounts.noCustomer'),
    };
    return groupDiscounts(orders, grouping, names, isNewestFirst);
  }, [orders, grouping, isNewestFirst, getShopName, getLocation, language, t]);
  const rows = useMemo(
    () => (grouping === null ? toOrderRows(orders) : toGroupRows(groups, folded)),
    [orders, grouping, groups, folded],
  );
  return { rows, groups };
}

export type FoldedGroups = ReturnType<typeof useFoldedGroups>;

const NONE: ReadonlySet<string> = new Set();

/** The folded groups, which show only their subtotals. */
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
