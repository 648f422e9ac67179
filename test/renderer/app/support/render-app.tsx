import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../../../renderer/app/app.tsx';
import { createQueryClient } from '../../../../renderer/lib/host/query-client.ts';
import { startLanguage } from '../../../../renderer/lib/language.ts';
import { chooseLanguage } from '../../../../shared/contract/language.ts';
import { isFullRun } from '../../../support/test-size.ts';
import type { FakeBridge } from './fake-bridge.ts';

/** The whole window, started at a page such as `/catalog`. */
export async function renderApp(bridge: FakeBridge, path = '/catalog') {
  window.location.hash = path;
  await startLanguage(chooseLanguage(bridge.settings.language, 'nl-NL'));
  const client = createQueryClient();
  // The full run renders everything twice, as in development, to find impure rendering.
  const view = render(<App client={client} />, { reactStrictMode: isFullRun });
  return { ...view, client, user: userEvent.setup() };
}
