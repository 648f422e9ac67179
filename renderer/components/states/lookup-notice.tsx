import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useQueryCache } from '../../lib/use-query-cache.ts';
import styles from './lookup-notice.module.css';

/**
 * The page is here, but not all of the names on it: those of shops, locations, groups or rates, whose numbers stand
 * in for them. It watches the queries that the page itself asks, of those that are marked as names.
 */
export function LookupNotice() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const hasFailed = useQueryCache(
    (cache) => cache.findAll({ type: 'active', predicate: lacksNames }).length > 0,
  );
  if (!hasFailed) return null;
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={15} aria-hidden />
      {t('states.namesFailed')}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => void client.refetchQueries({ type: 'active', predicate: lacksNames })}
      >
        {t('states.retry')}
      </Button>
    </div>
  );
}

function lacksNames({ meta, state }: Query): boolean {
  return meta?.holdsNames === true && state.status === 'error' && state.data === undefined;
}
