import { useTranslation } from 'react-i18next';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';

interface RequestsPlaceholderProps {
  /** Why the requests could not be read; null where they were. */
  readonly error: Error | null;
  readonly onlyErrors: boolean;
  readonly onShowAll: () => void;
  readonly onRetry: () => void;
}

export function RequestsPlaceholder({ error, onlyErrors, onShowAll, onRetry }: RequestsPlaceholderProps) {
  const { t } = useTranslation();
  if (error) {
    return <FailurePanel error={error} stillUsable={t('localApi.requests.stillUsable')} onRetry={onRetry} />;
  }
  if (onlyErrors) {
    return (
      <EmptyPanel
        title={t('localApi.requests.empty.noErrors')}
        reason={t('localApi.requests.empty.noErrorsReason')}
        action={{ label: t('localApi.requests.empty.showAll'), onClick: onShowAll }}
      />
    );
  }
  return (
    <EmptyPanel title={t('localApi.requests.empty.title')} reason={t('localApi.requests.empty.reason')} />
  );
}
