import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLanguage } from '../shared/contract/language.ts';
import { App } from './app/app.tsx';
import { createQueryClient } from './lib/host/query-client.ts';
import { sessionQuery } from './lib/host/session.ts';
import { startLanguage } from './lib/language.ts';
import { guardMarkup } from './lib/markup-guard.ts';
import { settingsQuery } from './lib/settings.ts';

guardMarkup();
await start();

/** Reads the settings first, so that the first render has the user's language and theme. */
async function start(): Promise<void> {
  if (window.tilldesk === undefined) await openInBrowser();
  const client = createQueryClient();
  // In parallel with the settings, as the window waits for both.
  void client.prefetchQuery(sessionQuery);
  await client.prefetchQuery(settingsQuery);
  const language = client.getQueryData(settingsQuery.queryKey)?.language ?? 'system';
  await startLanguage(chooseLanguage(language, navigator.language));
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}

async function openInBrowser(): Promise<void> {
  const [{ openWindow }, { fetchPartsSoon }] = await Promise.all([
    import('./lib/host/proven-window.ts'),
    import('./lib/host/parts-ahead.ts'),
  ]);
  await openWindow(fetchPartsSoon);
}
