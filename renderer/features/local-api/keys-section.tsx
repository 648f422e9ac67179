import { Box, Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateAt, localTimestamp } from '../../../shared/calendar.ts';
import type { ApiKeyView } from '../../../shared/contract/api-keys.ts';
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

export function KeysSection() {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const keys = useQuery(apiKeysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const [revokedName, setRevokedName] = useState<string | null>(null);

  const count = keys.data?.length ?? 0;
  // The key may have been used since the row was drawn, or may be gone.
  const asked = keys.data?.find(({ id }) => id === revoking?.id);

  function askToRevoke(key: ApiKeyView) {
    setRevoking(key);
    void keys.refetch();
  }

  function leaveGone() {
    setRevoking(null);
    // The button that opened the dialog is gone with its row.
    title.current?.focus();
  }

  function leaveRevoked({ name }: ApiKeyView) {
    setRevokedName(name);
    leaveGone();
  }

  return (
    <section className={styles.access} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        titleRef={title}
        title={t('localApi.keys.title')}
        count={count > 0 ? t('localApi.keys.count', { count }) : undefined}
        hint={t('localApi.keys.hint', { user })}
      >
        {keys.data && keys.isError && <QueryAsOf query={keys} />}
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsMaking(true)}>
          {t('localApi.keys.new')}
        </Button>
      </SectionBar>
      <KeyList query={keys} onRevoke={askToRevoke} />
      <VisuallyHidden role="status">
        {revokedName !== null && t('localApi.keys.revoked', { name: revokedName })}
      </VisuallyHidden>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <RevokeKeyDialog
        apiKey={asked ?? revoking}
        isListed={asked !== undefined}
        onClose={() => setRevoking(null)}
        onRevoked={leaveRevoked}
        onLeaveGone={leaveGone}
      />
    </section>
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

const COLUMNS = ['name', 'prefix', 'personalData', 'createdAt', 'expiresAt', 'lastUsedAt', 'revoke'] as const;

function KeysTable({ keys, onRevoke }: Pick<KeyListProps, 'onRevoke'> & { readonly keys: readonly ApiKeyView[] }) {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  return (
    <div className={styles.scroller}>
      <table className={`${styles.table} ${styles.keys}`} aria-label={t('localApi.keys.table', { user })}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {column === 'revoke' ? (
                  <VisuallyHidden>{t('localApi.keys.column.revoke')}</VisuallyHidden>
                ) : (
                  t(`localApi.keys.column.${column}`)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKeyView; readonly onRevoke: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  // A key works until the moment of its expiry, which ends its last day.
  const lastDay = apiKey.expiresAt === null ? null : dateAt(Date.parse(apiKey.expiresAt) - 1);
  return (
    <tr>
      <td title={apiKey.name}>{apiKey.name}</td>
      <td data-column="prefix">
        {apiKey.prefix === null ? t('localApi.keys.noPrefix') : <code>{apiKey.prefix}…</code>}
      </td>
      <td>{t(apiKey.personalData ? 'states.yes' : 'states.no')}</td>
      <td data-column="createdAt">{format.day(dateAt(Date.parse(apiKey.createdAt)))}</td>
      <td>
        {lastDay === null ? t('localApi.keys.noEnd') : format.day(lastDay)}
        {lastDay !== null && lastDay < today && (
          <span className={styles.expired}>
            <IconAlertTriangle size={13} aria-hidden />
            {t('localApi.keys.expired')}
          </span>
        )}
      </td>
      <td>
        {apiKey.lastUsedAt === null
          ? t('localApi.keys.neverUsed')
          : format.moment(localTimestamp(Date.parse(apiKey.lastUsedAt)))}
      </td>
      <td>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('localApi.keys.revokeNamed', { name: apiKey.name })}
          onClick={onRevoke}
        >
          {t('localApi.keys.column.revoke')}
        </Button>
      </td>
    </tr>
  );
}
