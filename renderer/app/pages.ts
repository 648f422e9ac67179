import {
  type Icon,
  IconAdjustments,
  IconBook2,
  IconBuildingStore,
  IconCashRegister,
  IconChartBar,
  IconCloudDownload,
  IconDiscount,
  IconFileExport,
  IconFileInvoice,
  IconInfoCircle,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconPlug,
  IconReceipt,
  IconReportMoney,
  IconSettings,
  IconTags,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { PAGES, type PageId } from '../../shared/commands.ts';
import { mayManage, useMe } from '../lib/host/session.ts';
import type { shell } from '../locales/nl/shell.ts';

interface PageParts {
  readonly icon: Icon;
  /** A key of `shell.short`: the name below the icon in the folded side bar. Default: the full name. */
  readonly short?: keyof (typeof shell)['short'];
  /** Fetches the page when it is first opened. */
  readonly load: () => Promise<ComponentType>;
}

/** The icon and the code of each page in `shared/commands.ts`. */
export const PAGE_PARTS: Readonly<Record<PageId, PageParts>> = {
  overview: {
    icon: IconLayoutDashboard,
    load: async () => (await import('../features/overview/overview-page.tsx')).OverviewPage,
  },
  catalog: {
    icon: IconTags,
    load: async () => (await import('../features/catalog/catalog-page.tsx')).CatalogPage,
  },
  orders: {
    icon: IconReceipt,
    load: async () => (await import('../features/orders/orders-page.tsx')).OrdersPage,
  },
  discounts: {
    icon: IconDiscount,
    load: async () => (await import('../features/discounts/discounts-page.tsx')).DiscountsPage,
  },
  report: {
    icon: IconReportMoney,
    short: 'report',
    load: async () => (await import('../features/report/report-page.tsx')).ReportPage,
  },
  journal: {
    icon: IconBook2,
    short: 'journal',
    load: async () => (await import('../features/journal/journal-page.tsx')).JournalPage,
  },
  'product-sales': {
    icon: IconChartBar,
    short: 'productSales',
    load: async () => (await import('../features/product-sales/product-sales-page.tsx')).ProductSalesPage,
  },
  'day-closing': {
    icon: IconCashRegister,
    load: async () => (await import('../features/day-closing/day-closing-page.tsx')).DayClosingPage,
  },
  invoices: {
    icon: IconFileInvoice,
    short: 'invoices',
    load: async () => (await import('../features/invoices/invoices-page.tsx')).InvoicesPage,
  },
  customers: {
    icon: IconUsers,
    load: async () => (await import('../features/customers/customers-page.tsx')).CustomersPage,
  },
  exports: {
    icon: IconFileExport,
    load: async () => (await import('../features/exports/exports-page.tsx')).ExportsPage,
  },
  'local-api': {
    icon: IconPlug,
    load: async () => (await import('../features/local-api/local-api-page.tsx')).ConnectPage,
  },
  'api-keys': {
    icon: IconKey,
    load: async () => (await import('../features/local-api/local-api-page.tsx')).KeysPage,
  },
  'api-requests': {
    icon: IconListDetails,
    load: async () => (await import('../features/local-api/local-api-page.tsx')).RequestsPage,
  },
  webhooks: {
    icon: IconWebhook,
    load: async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  connection: {
    icon: IconCloudDownload,
    load: async () => (await import('../features/connection/connection-page.tsx')).ConnectionPage,
  },
  settings: {
    icon: IconSettings,
    load: async () => (await import('../features/settings/settings-page.tsx')).PersonalSettingsPage,
  },
  'company-settings': {
    icon: IconBuildingStore,
    load: async () => (await import('../features/settings/settings-page.tsx')).CompanySettingsPage,
  },
  'advanced-settings': {
    icon: IconAdjustments,
    load: async () => (await import('../features/settings/settings-page.tsx')).AdvancedSettingsPage,
  },
  about: {
    icon: IconInfoCircle,
    load: async () => (await import('../features/about/about-page.tsx')).AboutPage,
  },
};

/** The pages that the user may use, in the order of the menu. */
export function usePages() {
  const me = useMe();
  return PAGES.filter(({ id }) => id !== 'webhooks' || mayManage(me));
}
