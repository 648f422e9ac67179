import { type Icon, IconArrowRight, IconBolt, IconBookmark, IconReceipt, IconTag, IconUser } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ACTIONS } from '../../../shared/commands.ts';
import { type Customer, listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
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
  createAddress,
  getCatalogAddress,
  getCustomerAddress,
  getDayClosingAddress,
  getOrderAddress,
  getOrdersAddress,
  getProductAddress,
  getReportAddress,
} from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { formatDay } from '../../lib/format.ts';
import { ApiFailure, readApi } from '../../lib/host/api-client.ts';
import { fetchLanguage, useFormat, useLanguage } from '../../lib/language.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PAGE_PARTS, usePages } from '../pages.ts';
import { useActionParts } from '../shortcuts/action-parts.ts';
import { formatKeyLabels } from '../shortcuts/keys.tsx';
import { getViewAddress } from '../views/current-view.ts';

/** A single letter would match nearly every product. */
const MIN_CHARACTERS = 2;

interface PaletteGroups {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** Products, orders or customers could not be searched, so an empty result does not mean that there are none. */
  readonly hasFailed: boolean;
}

/**
 * The entries for a query. Known names come at once; products, orders and customers only when they answer this exact
 * query. The time until a query has settled counts as searching.
 */
export function usePaletteGroups(query: string, settledQuery: string): PaletteGroups {
  const { t } = useTranslation();
  const { pages, views } = usePagesAndViews();
  const periods = usePeriods();
  const actions = useActions();
  const term = getTerm(query);
  const isSettled = term === getTerm(settledQuery);
  const found = useFound(isSettled ? term : '');
  const isNamed = ({ label }: PaletteEntry) => foldText(label).startsWith(foldText(term));
  const orders = { name: t('shell.orders'), entries: [...found.orders, ...found.more.orders] };
  const customers = {
    name: t('shell.customers'),
    entries: [...moveFirst(found.customers, isNamed), ...found.more.customers],
  };
  const groups = [
    {
      name: t('habits.palette.pages'),
      entries: [...findMatches(pages, query), ...findMatches(periods.filter(matchesPeriod(query)), query)],
    },
    { name: t('views.title'), entries: findMatches(views, query) },
    { name: t('shell.catalog'), entries: [...found.products, ...found.more.products] },
    // A customer with that name comes before the orders with it.
    ...(found.customers.some(isNamed) ? [customers, orders] : [orders, customers]),
    { name: t('habits.palette.actions'), entries: findMatches(actions, query) },
  ];
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return {
    groups: moveExactFirst(filled, query),
    isSearching: !isSettled || found.isSearching,
    hasFailed: found.hasFailed,
  };
}

/** A kind may be typed before the name or number, as in `bon 261129030`. */
const KIND_PREFIX = /^(artikel|product|bon|order|klant|customer|receipt)\s+/i;

/** The search term; empty if nothing is searched. */
function getTerm(query: string): string {
  const term = query.trim().replace(KIND_PREFIX, '');
  return term.length < MIN_CHARACTERS ? '' : term;
}

/** An entry of the palette: a page to go to, or an action. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** An order number or a SKU, as scanned or copied. */
  readonly code?: string;
  /** Other words that find the entry. */
  readonly keywords?: string;
  /** Other names of this entry, and of no other. */
  readonly names?: readonly string[];
  /** Opens the complete result, of which the group shows the first entries. */
  readonly isMore?: true;
  /** The shortcut for the same, as labelled on the keyboard. */
  readonly keys?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/**
 * The entries whose label or keywords contain every typed word, ignoring case and accents. Matches in the label come
 * first, and among them words that begin with the typed ones.
 */
function findMatches(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
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
  return moveFirst(moveFirst(found, begins), ({ label }) => has(label));
}

/** Moves entries whose code or name is exactly the typed text to the top, and their groups too. */
function moveExactFirst(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const typed = foldText(query.trim());
  const isExact = ({ code = '', label, names = [] }: PaletteEntry) =>
    [code, label, ...names].some((name) => foldText(name) === typed);
  return moveFirst(
    groups.map(({ name, entries }) => ({ name, entries: moveFirst(entries, isExact) })),
    ({ entries }) => entries.some(isExact),
  );
}

function moveFirst<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** The pages and the user's saved views. */
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
      ...formatKeys(shortcuts),
      icon: PAGE_PARTS[id].icon,
      run: () => goTo({ path, search: {} }),
    })),
    views: views.map((view) => ({
      id: view.id,
      label: view.name,
      icon: IconBookmark,
      run: () => goTo(getViewAddress(view)),
    })),
  };
}

/** Offers the page of a period only for two or more words, or the beginning of the period's name. */
function matchesPeriod(query: string): (entry: PeriodEntry) => boolean {
  const typed = foldText(query.trim());
  return ({ periodNames }) =>
    /\s/.test(typed) ||
    (typed.length >= MIN_PERIOD_CHARACTERS && periodNames.some((name) => foldText(name).startsWith(typed)));
}

/** Fewer letters of a period's name would match too many other words. */
const MIN_PERIOD_CHARACTERS = 4;

const MONTHS_BACK = 12;

/** The days whose day statement can be found by name. */
const CLOSED_DAYS = ['today', 'yesterday'] as const;

interface PeriodEntry extends PaletteEntry {
  /** The names in both languages. */
  readonly periodNames: readonly string[];
}

/** The report for each named period and the latest months, and the day statements of today and yesterday. */
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
    const formatMonth = (of: Language) => formatDay(period.from, of, { month: 'long', year: 'numeric' });
    return { period, name: formatMonth(language), periodNames: LANGUAGES.map(formatMonth) };
  });
  const toNamedPeriod = (period: PeriodPreset) => ({
    period,
    name: t(`periods.preset.${period}`),
    periodNames: presetNames(period),
  });
  const reports = [...PERIOD_PRESETS.map(toNamedPeriod), ...months].map(({ period, name, periodNames }) => ({
    id: `report ${name}`,
    label: `${t('shell.report')}: ${name}`,
    keywords: ['omzet rapport turnover report', ...periodNames].join(' '),
    periodNames,
    icon: PAGE_PARTS.report.icon,
    run: () => goTo(getReportAddress({ period })),
  }));
  const closings = CLOSED_DAYS.map(toNamedPeriod).map(({ period, name, periodNames }) => ({
    id: `closing ${name}`,
    label: `${t('shell.dayClosing')}: ${name}`,
    keywords: ['dagstaat dagafsluiting z-rapport kasopmaak end of day closing', ...periodNames].join(' '),
    periodNames,
    icon: PAGE_PARTS['day-closing'].icon,
    run: () => goTo(getDayClosingAddress({ date: getPeriod(period, today).from })),
  }));
  return [...reports, ...closings];
}

/** The names of a preset in both languages; only in the current one until the other is fetched. */
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

/** The actions on the current page. */
function useActions(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const parts = useActionParts();
  return ACTIONS.filter(({ id, scope }) => scope !== 'keys' && (parts[id].isPossible?.() ?? true)).map(
    ({ id, text, keywords, shortcuts, ...action }) => ({
      id,
      label: t(text),
      keywords,
      ...('names' in action && { names: action.names }),
      ...formatKeys(shortcuts),
      icon: IconBolt,
      run: parts[id].run,
    }),
  );
}

function formatKeys([shortcut]: readonly string[]): { readonly keys?: string } {
  return shortcut === undefined ? {} : { keys: formatKeyLabels(shortcut).join(' ') };
}

/** Products, orders and customers for a term; empty without a term. */
function useFound(term: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const products = useQuery(foundProductsQuery(term));
  const orders = useQuery(foundOrdersQuery(term));
  const customers = useQuery(foundCustomersQuery(term));
  const numbered = useQuery(numberedCustomerQuery(term));
  const hasTerm = term !== '';
  const found = (hasTerm ? products.data?.data : undefined) ?? [];
  const ids = found.map(({ id }) => id);
  // Read after the products, so that an entry can be chosen before its price is known.
  const prices = useQuery(foundPricesQuery(ids)).data;

  function formatPrice(id: number): string | null {
    if (prices === undefined) return null;
    const price = prices.find((row) => row.product_id === id);
    return price ? format.money(price.ppu_wt) : t('habits.palette.noPrice');
  }

  /** An entry for the page with the complete result, if more was found than is shown. */
  function createMoreEntry(list: { readonly total: number } | undefined, address: Address): readonly PaletteEntry[] {
    if (!hasTerm || list === undefined || list.total <= MAX_FOUND) return [];
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

  const listed = [...(numbered.data ?? []), ...(customers.data?.data ?? [])];
  // By id, as the customer with the number may also have it in the e-mail address.
  const foundCustomers = new Map((hasTerm ? listed : []).map((customer) => [customer.id, customer]));
  const { toChoices } = useChosenPlace({});
  const everything = { period: { from: MIN_DATE, to: MAX_DATE }, ...toChoices(EVERYWHERE) };
  return {
    more: {
      products: createMoreEntry(products.data, getCatalogAddress({ q: term })),
      orders: createMoreEntry(orders.data, getOrdersAddress({ ...everything, q: term })),
      customers: createMoreEntry(customers.data, createAddress('/customers', { q: term })),
    },
    products: found.map(({ id, title, sku, stock }) => ({
      id: `product ${id}`,
      label: title,
      description: [sku, formatPrice(id), t('habits.palette.stock', { text: format.quantity(stock) })]
        .filter(Boolean)
        .join(' · '),
      code: sku,
      icon: IconTag,
      run: () => goTo(getProductAddress(id)),
    })),
    orders:
      (hasTerm ? orders.data?.data : undefined)?.map((order) => ({
        id: `order ${order.id}`,
        label: order.order_number,
        code: order.order_number,
        description: [
          format.dateTime(order.date_purchased),
          format.money(order.value_wt, order.currency),
          order.customer_name,
        ]
          .filter(Boolean)
          .join(' · '),
        icon: IconReceipt,
        run: () => goTo(getOrderAddress(order.id)),
      })) ?? [],
    customers: [...foundCustomers.values()].map(({ id, name, city, turnover_wt }) => ({
      id: `customer ${id}`,
      code: String(id),
      label: name || `#${id}`,
      description: [city, format.money(turnover_wt)].filter(Boolean).join(' · '),
      icon: IconUser,
      run: () => goTo(getCustomerAddress({ id, name: name ?? '' })),
    })),
    isSearching: hasTerm && [products, orders, customers, numbered].some(({ isLoading }) => isLoading),
    hasFailed: hasTerm && [products, orders, customers, numbered].some(({ isError }) => isError),
  };
}

const MAX_FOUND = 6;

function foundProductsQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'products', q],
    queryFn: ({ signal }) => readApi(listProducts, { query: { q, limit: MAX_FOUND }, signal }),
    enabled: q !== '',
  });
}

/** The prices for a single item. The price that applies first comes first. */
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

/** The latest orders whose number begins with the text or whose customer name contains its words. */
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

/** The customers whose name or e-mail address contains the words, by descending turnover. */
function foundCustomersQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'customers', q],
    queryFn: ({ signal }) => readApi(listCustomers, { query: { q, sort: '-turnover_wt', limit: MAX_FOUND }, signal }),
    enabled: q !== '',
  });
}

const CUSTOMER_NUMBER = /^[1-9]\d{0,7}$/;

/** The customer with this number, if it is one. */
function numberedCustomerQuery(term: string) {
  return queryOptions({
    queryKey: ['palette', 'customer', term],
    queryFn: async ({ signal }): Promise<readonly Customer[]> => {
      try {
        return [await readApi(readCustomer, { id: Number(term), signal })];
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return [];
        throw error;
      }
    },
    enabled: CUSTOMER_NUMBER.test(term),
  });
}
