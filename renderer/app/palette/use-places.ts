import { IconBookmark } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PAGES } from '../pages.ts';
import { viewAddress } from '../views/shown-view.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The pages, and the views that the user saved. */
export function usePlaces(): {
  readonly pages: readonly PaletteEntry[];
  readonly views: readonly PaletteEntry[];
} {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { views } = usePreferences();
  return useMemo(
    () => ({
      pages: PAGES.map(({ path, name, icon }) => ({
        id: path,
        label: t(`shell.${name}`),
        icon,
        run: () => goTo({ path, search: {} }),
      })),
      views: views.map((view) => ({
        id: view.id,
        label: view.name,
        icon: IconBookmark,
        run: () => goTo(viewAddress(view)),
      })),
    }),
    [t, goTo, views],
  );
}
