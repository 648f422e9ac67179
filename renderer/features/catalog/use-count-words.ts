import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import type { CatalogRows } from './list-catalog.ts';

/** How many products are listed, and that the best match comes first where no column sorts them. */
export function useCountWords({ source, shown, isLoading, error }: CatalogRows): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  if (isLoading || error) return undefined;
  const total = source.rowCount;
  const count = t('catalog.count', { count: total, text: format.quantity(total) });
  const isByMatch = Boolean(shown.q) && shown.sort === undefined && total > 1;
  return isByMatch ? t('catalog.bestFirst', { count }) : count;
}
