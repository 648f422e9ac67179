import {
  type Icon,
  IconBook2,
  IconCashRegister,
  IconChartBar,
  IconCloudDownload,
  IconDiscount,
  IconFileExport,
  IconFileInvoice,
  IconInfoCircle,
  IconLayoutDashboard,
  IconPlug,
  IconReceipt,
  IconReportMoney,
  IconSettings,
  IconTags,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { textsOf, useLastSearches } from '../lib/address/search.ts';

export interface NamedPage {
  readonly path: NonNullable<LinkProps['to']>;
  /** Its name is the text `shell.<name>`. */
  readonly name: PageName;
  readonly icon: Icon;
  /** Pages of a group are listed together in the menu. */
  readonly group: 'shop' | 'connections' | 'program';
  /** True where the page has filters that can be saved as a view. */
  readonly hasViews?: boolean;
}

type PageName =
  | 'overview'
  | 'catalog'
  | 'orders'
  | 'discounts'
  | 'report'
  | 'journal'
  | 'productSales'
  | 'dayClosing'
  | 'invoices'
  | 'customers'
  | 'exports'
  | 'localApi'
  | 'webhooks'
  | 'connection'
  | 'settings'
  | 'about';

/** The pages that are reached by name, in the order of the menu. */
export const PAGES: readonly NamedPage[] = [
  { path: '/overview', name: 'overview', icon: IconLayoutDashboard, group: 'shop', hasViews: true },
  { path: '/catalog', name: 'catalog', icon: IconTags, group: 'shop', hasViews: true },
  { path: '/orders', name: 'orders', icon: IconReceipt, group: 'shop', hasViews: true },
  { path: '/discounts', name: 'discounts', icon: IconDiscount, group: 'shop', hasViews: true },
  { path: '/report', name: 'report', icon: IconReportMoney, group: 'shop', hasViews: true },
  { path: '/journal', name: 'journal', icon: IconBook2, group: 'shop', hasViews: true },
  { path: '/product-sales', name: 'productSales', icon: IconChartBar, group: 'shop', hasViews: true },
  { path: '/day-closing', name: 'dayClosing', icon: IconCashRegister, group: 'shop', hasViews: true },
  { path: '/invoices', name: 'invoices', icon: IconFileInvoice, group: 'shop', hasViews: true },
  { path: '/customers', name: 'customers', icon: IconUsers, group: 'shop', hasViews: true },
  { path: '/exports', name: 'exports', icon: IconFileExport, group: 'connections' },
  { path: '/local-api', name: 'localApi', icon: IconPlug, group: 'connections' },
  { path: '/webhooks', name: 'webhooks', icon: IconWebhook, group: 'connections' },
  { path: '/connection', name: 'connection', icon: IconCloudDownload, group: 'program' },
  { path: '/settings', name: 'settings', icon: IconSettings, group: 'program' },
  { path: '/about', name: 'about', icon: IconInfoCircle, group: 'program' },
];

function isNamed(path: string): boolean {
  return PAGES.some((page) => page.path === path);
}

/** The rows behind a figure, which are reached by the figure and not by name. */
const ROWS_PATHS: readonly string[] = ['/rows/items', '/rows/payments'] satisfies NamedPage['path'][];

export function hasViews(path: string): boolean {
  return ROWS_PATHS.includes(path) || PAGES.some((page) => page.path === path && page.hasViews);
}

/** Stores the filters of the current page, with which the menu and detail pages link back to it. */
export function useRememberSearch(): void {
  const { pathname, search } = useLocation();
  const remember = useLastSearches((state) => state.remember);
  useEffect(() => {
    if (isNamed(pathname)) remember(pathname, textsOf(search));
  }, [pathname, search, remember]);
}
