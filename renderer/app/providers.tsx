import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../shared/contract/bridge.ts';
import { chooseLanguage } from '../../shared/contract/language.ts';
import { useNotifyFailure } from '../lib/failures.ts';
import { getSessionUserKey, sessionQuery } from '../lib/host/session.ts';
import { watchOtherWindows } from '../lib/host/window-access.ts';
import { fetchLanguage } from '../lib/language.ts';
import { notify } from '../lib/notify.ts';
import { useSettings } from '../lib/settings.ts';
import { cssVariablesResolver, theme } from './theme.ts';

export function Providers({ client, children }: { readonly client: QueryClient; readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Themed>{children}</Themed>
    </QueryClientProvider>
  );
}

function Themed({ children }: { readonly children: ReactNode }) {
  const settings = useSettings();
  const { data: session } = useQuery(sessionQuery);
  const systemScheme = useColorScheme();
  useApplyLanguage(settings.language);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={settings.theme === 'system' ? systemScheme : settings.theme}
      getStyleNonce={readStyleNonce}
    >
      {/* Recreated for each user, as a fading notification may show data of the previous user. */}
      <Notifications key={getSessionUserKey(session)} position="bottom-right" transitionDuration={120} />
      <OtherWindowNotice />
      {children}
    </MantineProvider>
  );
}

/** Notifies the user that another window was opened, possibly by another person. */
function OtherWindowNotice() {
  const { t } = useTranslation();
  useEffect(() => watchOtherWindows(() => notify(t('shell.otherWindow'), { autoClose: false })), [t]);
  return null;
}

/** The nonce of the content security policy, which the host writes into the page. */
function readStyleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}

/**
 * Applies the language of the settings to the texts and, for screen readers, to the page. The previous language stays
 * until the texts are fetched.
 */
function useApplyLanguage(setting: Settings['language']): void {
  const language = chooseLanguage(setting, navigator.language);
  const notifyFailure = useNotifyFailure();
  const onFailure = useEffectEvent(notifyFailure);
  useEffect(() => {
    let isWanted = true;
    fetchLanguage(language)
      .then(async () => {
        if (!isWanted) return;
        document.documentElement.lang = language;
        await i18next.changeLanguage(language);
      })
      .catch((error: unknown) => onFailure(error));
    return () => {
      isWanted = false;
    };
  }, [language]);
}
