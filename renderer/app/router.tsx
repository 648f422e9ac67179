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
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES } from '../../shared/commands.ts';
import { Page } from '../components/page/page.tsx';
import { PageHeader } from '../components/page/page-header.tsx';
import { EmptyPanel } from '../components/states/empty-panel.tsx';
import { FailurePanel } from '../components/states/failure-panel.tsx';
import { parseSearch, pickTexts, writeSearch } from '../lib/address/search.ts';
import { fetchCode } from '../lib/host/bridge-client.ts';
import { PAGE_PARTS } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/** Every page reads its choices from the address. See `usePageState`. */
const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { [name: string]: string | undefined } => pickTexts(search),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/overview" replace />,
});

/** The pages that are reached by name. */
const named = PAGES.map(({ id, path }) => createPageRoute(path, PAGE_PARTS[id].load));

/** The pages that are reached from other pages. */
const others = [
  createPageRoute(
    '/catalog/$productId',
    async () => (await import('../features/catalog/product/product-page.tsx')).ProductPage,
  ),
  createPageRoute('/orders/$orderId', async () => (await import('../features/orders/order-page.tsx')).OrderPage),
  createPageRoute('/rows/items', async () => (await import('../features/rows/item-rows-page.tsx')).ItemRowsPage),
  createPageRoute(
    '/rows/payments',
    async () => (await import('../features/rows/payment-rows-page.tsx')).PaymentRowsPage,
  ),
  createPageRoute(
    '/webhooks/$webhookId',
    async () => (await import('../features/webhooks/webhook-page.tsx')).WebhookPage,
  ),
] as const;

function createPageRoute<const Path extends string>(path: Path, load: () => Promise<ComponentType>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: await fetchCode(load) })),
  });
}

function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([start, ...named, ...others]),
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

/** Shown if no page has the address. */
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

/** Replaces a page that could not be fetched or drawn. The menu stays usable. */
function PageFailure({ error, reset }: ErrorComponentProps) {
  return <FailurePanel error={error} onRetry={reset} />;
}
