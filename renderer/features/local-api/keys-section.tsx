import { Box, Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp, getDateAt } from '../../../shared/calendar.ts';
import type { ApiKeyView } from '../../../shared/contract/api-keys.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import { focusPageTitle } from '../../components/page/page-header.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './local-api-page.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { SectionBar } from './section-bar.tsx';

/** The keys of the user, with buttons to create and revoke one. */
export function KeysSection() {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const keys = useQuery(apiKeysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const [revokedName, setRevokedName] = useState<string | null>(null);

  const count = keys.data?.length ?? 0;
  // The key may have been used or removed since the row was drawn.
  const current = keys.data?.find(({ id }) => id === revoking?.id);

  function openRevoke(key: ApiKeyView) {
    setRevoking(key);
    void keys.refetch();
  }

  function leaveGone() {
    setRevoking(null);
    // The button that opened the dialog disappeared with its row.
    focusPageTitle();
  }

  function leaveRevoked({ name }: ApiKeyView) {
    setRevokedName(name);
    leaveGone();
  }

  return (
    <>
      <SectionBar
        count={count > 0 ? t('localApi.keys.count', { count }) : undefined}
        hint={t('localApi.keys.hint', { user })}
      >
        {keys.data && keys.isError && <QueryAsOf query={keys} />}
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsMaking(true)}>
          {t('localApi.keys.new')}
        </Button>
      </SectionBar>
      <KeyList query={keys} onRevoke={openRevoke} />
      <VisuallyHidden role="status">
        {revokedName !== null && t('localApi.keys.revoked', { name: revokedName })}
      </VisuallyHidden>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <RevokeKeyDialog
        apiKey={current ?? revoking}
        isListed={current !== undefined}
        onClose={() => setRevoking(null)}
        onRevoked={leaveRevoked}
        onLeaveGone={leaveGone}
      />
    </>
  );
}

interface KeyListProps {
  readonly query: UseQueryResult<readonly ApiKeyView[]>;
  readonly onRevoke: (key: ApiKeyView) => void;
}

const SKELETON_WIDTHS = [50, 20, 20, 30, 30, 30];

function KeyList({ query, onRevoke }: KeyListProps) {
  const { t } = useTranslation();
  if (query.data === undefined) {
    if (!query.isError) {
      return (
        <Box px="lg">
          <SkeletonRows rows={3} widths={SKELETON_WIDTHS} />
        </Box>
      );
    }
    return <QueryFailure query={query} stillUsable={t('localApi.keys.stillUsable')} />;
  }
  if (query.data.length === 0) {
    return (
      <p className={styles.empty} role="status">
        {t('localApi.keys.empty')}
      </p>
    );
  }
  return <KeysTable keys={query.data} onRevoke={onRevoke} />;
}

function KeysTable({ keys, onRevoke }: Pick<KeyListProps, 'onRevoke'> & { readonly keys: readonly ApiKeyView[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name: user } = useMe().user;
  const formatUsed = ({ lastUsedAt }: ApiKeyView) =>
    lastUsedAt === null ? t('localApi.keys.neverUsed') : format.dateTime(formatTimestamp(Date.parse(lastUsedAt)));
  const columns: readonly PlainColumn<ApiKeyView>[] = [
    { id: 'name', header: t('localApi.keys.column.name'), cell: ({ name }) => name, getTitle: ({ name }) => name },
    {
      id: 'prefix',
      header: t('localApi.keys.column.prefix'),
      cell: ({ prefix }) => (prefix === null ? t('localApi.keys.noPrefix') : <code>{prefix}…</code>),
    },
    {
      id: 'personalData',
      header: t('localApi.keys.column.personalData'),
      cell: (key) => t(key.personalData ? 'states.yes' : 'states.no'),
    },
    {
      id: 'createdAt',
      header: t('localApi.keys.column.createdAt'),
      cell: ({ createdAt }) => format.day(getDateAt(Date.parse(createdAt))),
    },
    { id: 'expiresAt', header: t('localApi.keys.column.expiresAt'), cell: (key) => <LastDay apiKey={key} /> },
    { id: 'lastUsedAt', header: t('localApi.keys.column.lastUsedAt'), cell: formatUsed },
    {
      id: 'revoke',
      header: <VisuallyHidden>{t('localApi.keys.column.revoke')}</VisuallyHidden>,
      cell: (key) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('localApi.keys.revokeNamed', { name: key.name })}
          onClick={() => onRevoke(key)}
        >
          {t('localApi.keys.column.revoke')}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.scroller}>
      <PlainTable
        label={t('localApi.keys.table', { user })}
        className={styles.table}
        columns={columns}
        rows={keys}
        getRowKey={({ id }) => id}
      />
    </div>
  );
}

/** The last day on which a key works, and whether it is past. */
function LastDay({ apiKey: { expiresAt } }: { readonly apiKey: ApiKeyView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  if (expiresAt === null) return t('localApi.keys.noEnd');
  // A key works until it expires, at the end of its last day.
  const lastDay = getDateAt(Date.parse(expiresAt) - 1);
  return (
    <>
      {format.day(lastDay)}
      {lastDay < today && (
        <span className={styles.expired}>
          <IconAlertTriangle size={13} aria-hidden />
          {t('localApi.keys.expired')}
        </span>
      )}
    </>
  );
}
