import { type Icon, IconArrowRight, IconBolt, IconBookmark, IconReceipt, IconTag, IconUser } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ACTIONS } from '../../../shared/commands.ts';
import { listCustomers } from '../../../shared/contract/customers.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { foldText } from '../../../shared/fold-text.ts';
import {
  getPeriod,
  MAX_DATE,
  MIN_DATE,
  PERIOD_PRESETS,
  type PeriodPreset,
  stepPeriod,
} from '../../../shared/periods.ts';
import { EVERYWHERE, useChosenPlace } from '../../components/filters/chosen-shop.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { isSalePrice } from '../../features/catalog/queries.ts';
import {
  type Address,
  addressOf,
  catalogAddress,
  customerAddress,
  dayClosingAddress,
  orderAddress,
  ordersAddress,
  productAddress,
  reportAddress,
} from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { dayText } from '../../lib/format.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { fetchLanguage, useFormat, useLanguage } from '../../lib/language.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PAGE_PARTS, usePages } from '../pages.ts';
import { useActionParts } from '../shortcuts/action-parts.ts';
import { keyLabels } from '../shortcuts/keys.tsx';
import { viewAddress } from '../views/current-view.ts';

/** A single letter is in nearly every product. */
const LEAST_CHARACTERS = 2;

interface PaletteGroups {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** Products, orders or customers could not be searched, so an empty result does not mean that there are none. */
  readonly hasFailed: boolean;
}

/**
 * What is offered for a query: known names at once, products, orders and customers once they are the answer to this very query. The
 * time until a query has settled is part of the search.
 */
export function usePaletteGroups(query: string, settledQuery: string): PaletteGroups {
  const { t } = useTranslation();
  const { pages, views } = usePagesAndViews();
  const periods = usePeriods();
  const actions = useActions();
  const term = termOf(query);
  const isSettled = term === termOf(settledQuery);
  const found = useFound(isSettled ? term : '');
  const isNamed = ({ label }: PaletteEntry) => foldText(label).startsWith(foldText(term));
  const orders = { name: t('shell.orders'), entries: [...found.orders, ...found.more.orders] };
  const customers = {
    name: t('shell.customers'),
    entries: [...firstWhere(found.customers, isNamed), ...found.more.customers],
  };
  const groups = [
    {
      name: t('habits.palette.pages'),
      entries: [...matching(pages, query), ...matching(periods.filter(isMeant(query)), query)],
    },
    { name: t('views.title'), entries: matching(views, query) },
    { name: t('shell.catalog'), entries: [...found.products, ...found.more.products] },
    // Who is named comes before the orders that have the same name.
    ...(found.customers.some(isNamed) ? [customers, orders] : [orders, customers]),
    { name: t('habits.palette.actions'), entries: matching(actions, query) },
  ];
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return {
    groups: exactFirst(filled, query),
    isSearching: !isSettled || found.isSearching,
    hasFailed: found.hasFailed,
  };
}

/** Kinds of what is found, which may be typed before its name or number, such as in `bon 261129030`. */
const KIND_BEFORE = /^(artikel|product|bon|order|klant|customer|receipt)\s+/i;

/** What is searched for; empty while nothing is. */
function termOf(query: string): string {
  const term = query.trim().replace(KIND_BEFORE, '');
  return term.length < LEAST_CHARACTERS ? '' : term;
}

/** What the palette offers: something to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** What is scanned or copied to name it: an order number, or a SKU. */
  readonly code?: string;
  /** Other words by which it is looked for. */
  readonly keywords?: string;
  /** Other names that mean it alone. */
  readonly names?: readonly string[];
  /** Leads to all that was found, of which the group shows the first. */
  readonly isMore?: true;
  /** Keys that do the same, as they are written on the keyboard. */
  readonly keys?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/**
 * The entries whose label or keywords contain every typed word, ignoring case and accents: first by their label, and
 * words that begin with what was typed before others.
 */
function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const has = (text: string) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
  const found = entries.filter(({ label, keywords = '', names = [] }) => has([label, keywords, ...names].join(' ')));
  const begins = ({ label, keywords = '', names = [] }: PaletteEntry) => {
    const named = foldText([label, keywords, ...names].join(' ')).split(/\s+/);
    return words.every((word) => named.some((name) => name.startsWith(word)));
  };
  return firstWhere(firstWhere(found, begins), ({ label }) => has(label));
}

/** Entries whose code or name is exactly what was typed come first, and so do their groups. */
function exactFirst(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const typed = foldText(query.trim());
  const isExact = ({ code = '', label, names = [] }: PaletteEntry) =>
    [code, label, ...names].some((name) => foldText(name) === typed);
  return firstWhere(
    groups.map(({ name, entries }) => ({ name, entries: firstWhere(entries, isExact) })),
    ({ entries }) => entries.some(isExact),
  );
}

function firstWhere<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** The pages, and the views that the user saved. */
function usePagesAndViews() {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { views } = usePreferences();
  const pages = usePages();
  return {
    pages: pages.map(({ id, path, text, keywords, shortcuts }) => ({
      id,
      label: t(text),
      keywords,
      ...keysText(shortcuts),
      icon: PAGE_PARTS[id].icon,
      run: () => goTo({ path, search: {} }),
    })),
    views: views.map((view) => ({
      id: view.id,
      label: view.name,
      icon: IconBookmark,
      run: () => goTo(viewAddress(view)),
    })),
  };
}

/** A page with a period is meant by two words or more, or by the first word of the period. */
function isMeant(query: string): (entry: PeriodEntry) => boolean {
  const typed = foldText(query.trim());
  return ({ periodNames }) =>
    /\s/.test(typed) ||
    (typed.length >= LEAST_OF_PERIOD && periodNames.some((name) => foldText(name).startsWith(typed)));
}

/** Shorter beginnings of the name of a period are in too many other words. */
const LEAST_OF_PERIOD = 4;

const MONTHS_BACK = 12;

/** The days whose end is looked for by name. */
const CLOSED_DAYS = ['today', 'yesterday'] as const;

interface PeriodEntry extends PaletteEntry {
  /** In both languages. */
  readonly periodNames: readonly string[];
}

/** The report with each period that has a name and with the latest months, and the end of today and of yesterday. */
function usePeriods(): readonly PeriodEntry[] {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const language = useLanguage();
  const today = useToday();
  const presetNames = usePresetNames();
  let month = getPeriod('this-month', today);
  const months = Array.from({ length: MONTHS_BACK }, () => {
    const period = month;
    month = stepPeriod(month, -1);
    const nameIn = (of: Language) => dayText(period.from, of, { month: 'long', year: 'numeric' });
    return { period, name: nameIn(language), periodNames: LANGUAGES.map(nameIn) };
  });
  const presetOf = (period: PeriodPreset) => ({
    period,
    name: t(`periods.preset.${period}`),
    periodNames: presetNames(period),
  });
  const reports = [...PERIOD_PRESETS.map(presetOf), ...months].map(({ period, name, periodNames }) => ({
    id: `report ${name}`,
    label: `${t('shell.report')}: ${name}`,
    keywords: ['omzet rapport turnover report', ...periodNames].join(' '),
    periodNames,
    icon: PAGE_PARTS.report.icon,
    run: () => goTo(reportAddress({ period })),
  }));
  const closings = CLOSED_DAYS.map(presetOf).map(({ period, name, periodNames }) => ({
    id: `closing ${name}`,
    label: `${t('shell.dayClosing')}: ${name}`,
    keywords: ['dagstaat dagafsluiting z-rapport kasopmaak end of day closing', ...periodNames].join(' '),
    periodNames,
    icon: PAGE_PARTS['day-closing'].icon,
    run: () => goTo(dayClosingAddress({ date: getPeriod(period, today).from })),
  }));
  return [...reports, ...closings];
}

/** The names of a preset in both languages; only in the present one until the other is read. */
function usePresetNames(): (preset: PeriodPreset) => readonly string[] {
  const { i18n } = useTranslation();
  const { data: languages = [i18n.language] } = useQuery({
    queryKey: ['texts of every language'],
    queryFn: async () => {
      await Promise.all(LANGUAGES.map(fetchLanguage));
      return LANGUAGES;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (preset) => languages.map((language) => i18n.getFixedT(language)(`periods.preset.${preset}`));
}

/** What can be done on the current page. */
function useActions(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const parts = useActionParts();
  return ACTIONS.filter(({ id, scope }) => scope !== 'keys' && (parts[id].isPossible?.() ?? true)).map(
    ({ id, text, keywords, shortcuts, ...action }) => ({
      id,
      label: t(text),
      keywords,
      ...('names' in action && { names: action.names }),
      ...keysText(shortcuts),
      icon: IconBolt,
      run: parts[id].run,
    }),
  );
}

function keysText([shortcut]: readonly string[]): { readonly keys?: string } {
  return shortcut === undefined ? {} : { keys: keyLabels(shortcut).join(' ') };
}

/** Products, orders and customers by a term; none for no term. */
function useFound(term: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const products = useQuery(foundProductsQuery(term));
  const orders = useQuery(foundOrdersQuery(term));
  const customers = useQuery(foundCustomersQuery(term));
  const isAsked = term !== '';
  const found = (isAsked ? products.data?.data : undefined) ?? [];
  const ids = found.map(({ id }) => id);
  // After the products: nobody waits for a price before an entry can be chosen.
  const prices = useQuery(foundPricesQuery(ids)).data;

  function priceText(id: number): string | null {
    if (prices === undefined) return null;
    const price = prices.find((row) => row.product_id === id);
    return price ? format.money(price.ppu_wt) : t('habits.palette.noPrice');
  }

  /** An entry for the page with all that was found, if that is more than is shown. */
  function moreOf(list: { readonly total: number } | undefined, address: Address): readonly PaletteEntry[] {
    if (!isAsked || list === undefined || list.total <= MAX_FOUND) return [];
    return [
      {
        id: `all ${address.path}`,
        label: t('habits.palette.all', { count: list.total }),
        icon: IconArrowRight,
        isMore: true,
        run: () => goTo(address),
      },
    ];
  }

  const { choicesOf } = useChosenPlace({});
  const everything = { period: { from: MIN_DATE, to: MAX_DATE }, ...choicesOf(EVERYWHERE) };
  return {
    more: {
      products: moreOf(products.data, catalogAddress({ q: term })),
      orders: moreOf(orders.data, ordersAddress({ ...everything, q: term })),
      customers: moreOf(customers.data, addressOf('/customers', { q: term })),
    },
    products: found.map(({ id, title, sku, stock }) => ({
      id: `product ${id}`,
      label: title,
      description: [sku, priceText(id), t('habits.palette.stock', { text: format.quantity(stock) })]
        .filter(Boolean)
        .join(' · '),
      code: sku,
      icon: IconTag,
      run: () => goTo(productAddress(id)),
    })),
    orders:
      (isAsked ? orders.data?.data : undefined)?.map((order) => ({
        id: `order ${order.id}`,
        label: order.order_number,
        code: order.order_number,
        description: [
          format.moment(order.date_purchased),
          format.money(order.value_wt, order.currency),
          order.customer_name,
        ]
          .filter(Boolean)
          .join(' · '),
        icon: IconReceipt,
        run: () => goTo(orderAddress(order.id)),
      })) ?? [],
    customers:
      (isAsked ? customers.data?.data : undefined)?.map(({ id, name, city, turnover_wt }) => ({
        id: `customer ${id}`,
        label: name || `#${id}`,
        description: [city, format.money(turnover_wt)].filter(Boolean).join(' · '),
        icon: IconUser,
        run: () => goTo(customerAddress({ id, name: name ?? '' })),
      })) ?? [],
    isSearching: isAsked && (products.isPending || orders.isPending || customers.isPending),
    hasFailed: isAsked && (products.isError || orders.isError || customers.isError),
  };
}

const MAX_FOUND = 6;

/** The products that match best. */
function foundProductsQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'products', q],
    queryFn: ({ signal }) => readApi(listProducts, { query: { q, limit: MAX_FOUND }, signal }),
    enabled: q !== '',
  });
}

/** The prices for a single item, the one that is used first. */
function foundPricesQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['palette', 'prices', ids],
    queryFn: async ({ signal }) => {
      const { data } = await readApi(listProductPrices, { query: { product_ids: [...ids] }, signal });
      return data.filter(isSalePrice).toSorted((one, other) => one.id - other.id);
    },
    enabled: ids.length > 0,
  });
}

/** The latest orders whose number begins with the text, or whose customer name contains its words. */
function foundOrdersQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'orders', q],
    queryFn: ({ signal }) =>
      readApi(listOrders, {
        query: { from: MIN_DATE, to: MAX_DATE, q, sort: '-date_purchased', limit: MAX_FOUND },
        signal,
      }),
    enabled: q !== '',
  });
}

/** The customers whose name or e-mail address contains the words, that with the highest turnover first. */
function foundCustomersQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'customers', q],
    queryFn: ({ signal }) => readApi(listCustomers, { query: { q, sort: '-turnover_wt', limit: MAX_FOUND }, signal }),
    enabled: q !== '',
  });
}
