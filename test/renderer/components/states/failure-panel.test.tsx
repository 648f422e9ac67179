import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FailurePanel } from '../../../../renderer/components/states/failure-panel.tsx';
import { ApiFailure } from '../../../../renderer/lib/host/api-client.ts';
import { sessionQuery } from '../../../../renderer/lib/host/session.ts';
import type { Connection, CopyStatus } from '../../../../shared/contract/connection.ts';
import type { Language } from '../../../../shared/contract/language.ts';
import { createConnection, createCopy, FIRST_COPY } from '../../../support/sample-connections.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge, signedIn } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const bridge = openPerTest(installFakeBridge);

const OLDER_MISSING = 'Orders are complete from 1 August 2026; older ones: 41%.';

async function renderFailure(
  message: string,
  { status = 502, language = 'nl' }: { readonly status?: number; readonly language?: Language } = {},
) {
  const error = new ApiFailure(message, status, 'r-1');
  const { client, ...view } = await renderPage(
    <FailurePanel error={error} stillUsable="Andere pagina’s wel." onRetry={() => undefined} />,
    { language },
  );
  const { platform } = createConnection(null);
  act(() => void client.setQueryData(sessionQuery.queryKey, signedIn('jan@demo.example', {}, { platform })));
  return view;
}

function copied(changes: Partial<CopyStatus>): Connection {
  return createConnection({ ...FIRST_COPY, ...changes });
}

describe('data that a copy is still reading', () => {
  it.each<[Language, string, string, string, string]>([
    [
      'nl',
      'Dit wordt nog van StoreKeeper gelezen.',
      'Orders zijn compleet vanaf 1 augustus 2026; oudere: 5%.',
      'Zodra het gelezen is, staat het hier vanzelf.',
      'Naar Gegevensbron',
    ],
    [
      'en',
      'This is still being read from StoreKeeper.',
      'Orders are complete from 1 August 2026; older ones: 5%.',
      'It appears here as soon as it has been read.',
      'Go to Data source',
    ],
  ])(
    'is not a failure: the panel shows the progress, and links to the connection, in %s',
    async (language, ...texts) => {
      bridge.connection = copied({});
      const { user, router } = await renderFailure(OLDER_MISSING, { language });
      const link = texts.at(-1) ?? '';
      for (const text of texts) expect(await screen.findByText(text)).toBeDefined();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByRole('button')).toBeNull();
      // What has been read decides which other pages work.
      expect(screen.queryByText('Andere pagina’s wel.')).toBeNull();
      await user.click(screen.getByRole('link', { name: link }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/connection'));
    },
  );

  it('says that reading was stopped, and where to continue it', async () => {
    bridge.connection = copied({ state: 'stopped' });
    await renderFailure(OLDER_MISSING);
    expect(await screen.findByText(/en het lezen is gestopt/)).toBeDefined();
    expect(screen.getByText('U hervat het in Instellingen › Gegevensbron.')).toBeDefined();
  });
});

describe('data that a copy can never read', () => {
  it.each([
    ['Orders of this account cannot be read: No rights.', 'De orders van dit account zijn niet te lezen.'],
    ['Products of this account cannot be read: No rights.', 'De artikelen van dit account zijn niet te lezen.'],
  ])('links to the connection, which has the reason: %s', async (message, text) => {
    bridge.connection = createConnection(createCopy());
    await renderFailure(message);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Naar Gegevensbron' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
