import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { NowContext } from '../../../../renderer/components/period-picker/chosen-period.ts';
import { parseSearch, writeSearch } from '../../../../renderer/lib/address/search.ts';
import { createQueryClient } from '../../../../renderer/lib/host/query-client.ts';
import { MeProvider } from '../../../../renderer/lib/host/session.ts';
import { startLanguage } from '../../../../renderer/lib/language.ts';
import type { Me } from '../../../../shared/contract/auth.ts';
import type { Language } from '../../../../shared/contract/language.ts';

const OWNER: Me = {
  account: 'demo',
  user: { id: 1, name: 'Eva Jansen', email: 'owner@demo.example' },
  roles: ['owner'],
  locked_location: null,
  is_demo: false,
  auth: { kind: 'token', expires_at: null },
};

interface PageSituation {
  readonly language?: Language;
  /** The current time of the page. */
  readonly now?: string;
  readonly lockedLocation?: Me['locked_location'];
  readonly roles?: readonly Me['roles'][number][];
  /** The address of the page, such as `/orders?status=complete`. */
  readonly address?: string;
}

/** A page at its address; links lead to addresses that render the same page. */
function routerOf(page: ReactNode, address: string) {
  const root = createRootRoute();
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => page });
  return createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch: writeSearch,
  });
}

/** Renders a page like the application, for a signed-in user and with a fixed time. */
export async function renderPage(page: ReactNode, situation: PageSituation = {}) {
  const {
    language = 'nl',
    now = '2026-11-21T12:00:00+01:00',
    lockedLocation = null,
    roles = OWNER.roles,
    address = '/page',
  } = situation;
  await startLanguage(language);
  await i18next.changeLanguage(language);
  const instant = Date.parse(now);
  const client = createQueryClient();
  const router = routerOf(page, address);
  await router.load();
  const view = render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Notifications />
        <MeProvider value={{ ...OWNER, roles: [...roles], locked_location: lockedLocation }}>
          <NowContext value={() => instant}>
            <RouterProvider router={router as never} />
          </NowContext>
        </MeProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...view, client, router, user: userEvent.setup() };
}
