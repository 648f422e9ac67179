import { useTranslation } from 'react-i18next';
import { VIEW_SEARCH_MAX, VIEWS_MAX } from '../../../shared/contract/preference-limits.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useFormat } from '../../lib/language.ts';

interface NamedView {
  readonly named: SavedView;
  /** The view that would go. */
  readonly replaced: SavedView | undefined;
  readonly views: readonly SavedView[];
  readonly isNew: boolean;
}

/** Why a view cannot be kept under its name; null when it can. */
export function useNameTrouble({ named, replaced, views, isNew }: NamedView): string | null {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  if (named.name === '') return t('views.save.nameRequired');
  if (named.search.length > VIEW_SEARCH_MAX) return t('views.save.tooLong');
  if (isNew && !replaced && views.length >= VIEWS_MAX) {
    return t('views.save.tooMany', { text: quantity(VIEWS_MAX) });
  }
  return null;
}
