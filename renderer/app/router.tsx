import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { PageFailure } from './page-failure.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell });
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/catalog" replace />,
});

/** One line per page; each is fetched when it is first opened. */
const pages = [
  page('/catalog', () => import('../features/catalog/catalog-page.tsx'), 'CatalogPage'),
  page('/discounts', () => import('../features/discounts/discounts-page.tsx'), 'DiscountsPage'),
  page('/report', () => import('../features/report/report-page.tsx'), 'ReportPage'),
  page('/journal', () => import('../features/journal/journal-page.tsx'), 'JournalPage'),
  page('/exports', () => import('../features/exports/exports-page.tsx'), 'ExportsPage'),
  page('/webhooks', () => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  page('/webhooks/$webhookId', () => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  page('/local-api', () => import('../features/local-api/local-api-page.tsx'), 'LocalApiPage'),
] as const;

function page<const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });
}

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([start, ...pages]),
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: () => <Navigate to="/catalog" replace />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
