import { useTranslation } from 'react-i18next';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { isNarrowed } from './catalog-search.ts';
import type { CatalogRows } from './list-catalog.ts';

interface CatalogPlaceholderProps {
  readonly rows: CatalogRows;
  readonly onClear: () => void;
}

/** Below the header of a catalog without rows: it could not be read, nothing matches, or there is nothing. */
export function CatalogPlaceholder({ rows, onClear }: CatalogPlaceholderProps) {
  const { t } = useTranslation();
  if (rows.error) {
    return (
      <FailurePanel
        error={rows.error}
        stillUsable={t('catalog.stillUsable')}
        onRetry={rows.refresh}
        isRetrying={rows.isRefreshing}
      />
    );
  }
  const { q: term = '', ...filters } = rows.shown;
  if (isNarrowed(filters)) {
    return (
      <EmptyPanel
        title={term ? t('catalog.noMatchFiltered', { term }) : t('catalog.noneFiltered')}
        reason={t('catalog.noneFilteredReason')}
        action={{ label: t('states.clearFilters'), onClick: onClear }}
      />
    );
  }
  if (term === '') return <EmptyPanel title={t('catalog.empty')} reason={t('catalog.emptyReason')} />;
  return (
    <EmptyPanel
      title={t('catalog.noMatch', { term })}
      reason={t('catalog.noMatchReason')}
      action={{ label: t('catalog.clearSearch'), onClick: onClear }}
    />
  );
}
