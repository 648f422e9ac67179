import { useTranslation } from 'react-i18next';
import { EmptyPanel } from '../../components/empty-panel.tsx';
import { FailurePanel } from '../../components/failure-panel.tsx';
import type { CatalogRows } from './use-catalog-rows.ts';

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
  const { term } = rows.shown;
  if (term === '') return <EmptyPanel title={t('catalog.empty')} reason={t('catalog.emptyReason')} />;
  return (
    <EmptyPanel
      title={t('catalog.noMatch', { term })}
      reason={t('catalog.noMatchReason')}
      action={{ label: t('catalog.clearSearch'), onClick: onClear }}
    />
  );
}
