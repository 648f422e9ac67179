import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  RouterProvider,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../components/page/page.tsx';
import { PageHeader } from '../components/page/page-header.tsx';
import { EmptyPanel } from '../components/states/empty-panel.tsx';
import { FailurePanel } from '../components/states/failure-panel.tsx';
import { parseSearch, textsOf, writeSearch } from '../lib/address/search.ts';
import { fetchCode } from '../lib/host/bridge-client.ts';
import { Shell } from './shell/shell.tsx';

/** Every page reads its choices from the address, see `usePageState`. */
const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { [name: string]: string | undefined } => textsOf(search),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/overview" replace />,
});

/** One line per page; each is fetched when it is first opened. */
const pages = [
  page('/overview', () => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  page('/catalog', () => import('../features/catalog/catalog-page.tsx'), 'CatalogPage'),
  page('/catalog/$productId', () => import('../features/catalog/product/product-page.tsx'), 'ProductPage'),
  page('/orders', () => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  page('/orders/$orderId', () => import('../features/orders/order-page.tsx'), 'OrderPage'),
  page('/discounts', () => import('../features/discounts/discounts-page.tsx'), 'DiscountsPage'),
  page('/report', () => import('../features/report/report-page.tsx'), 'ReportPage'),
  page('/rows/items', () => import('../features/rows/item-rows-page.tsx'), 'ItemRowsPage'),
  page('/rows/payments', () => import('../features/rows/payment-rows-page.tsx'), 'PaymentRowsPage'),
  page('/journal', () => import('../features/journal/journal-page.tsx'), 'JournalPage'),
  page('/product-sales', () => import('../features/product-sales/product-sales-page.tsx'), 'ProductSalesPage'),
  page('/day-closing', () => import('../features/day-closing/day-closing-page.tsx'), 'DayClosingPage'),
  page('/invoices', () => import('../features/invoices/invoices-page.tsx'), 'InvoicesPage'),
  page('/customers', () => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
  page('/exports', () => import('../features/exports/exports-page.tsx'), 'ExportsPage'),
  page('/webhooks', () => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  page('/webhooks/$webhookId', () => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  page('/local-api', () => import('../features/local-api/local-api-page.tsx'), 'LocalApiPage'),
  page('/connection', () => import('../features/connection/connection-page.tsx'), 'ConnectionPage'),
  page('/settings', () => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  page('/about', () => import('../features/about/about-page.tsx'), 'AboutPage'),
] as const;

function page<const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => fetchCode(load), name),
  });
}

function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([start, ...pages]),
    history: createHashHistory(),
    parseSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: UnknownPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** The frame and its pages, with a new router for each user. */
export function SignedInWindow() {
  const [router] = useState(createAppRouter);
  return <RouterProvider router={router} />;
}

/** Where no page has the address. */
function UnknownPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Page header={<PageHeader title={t('states.address.noPageTitle')} />}>
      <EmptyPanel
        title={t('states.address.noPage', { path: pathname })}
        reason={t('states.address.noPageReason')}
        action={{ label: t('states.address.toStart'), onClick: () => void navigate({ to: '/overview' }) }}
      />
    </Page>
  );
}

/** Replaces a page that could not be fetched or drawn; the menu beside it stays usable. */
function PageFailure({ error, reset }: ErrorComponentProps) {
  return <FailurePanel error={error} onRetry={reset} />;
}
