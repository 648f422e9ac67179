import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarDate, dateAt, localTimestamp } from '../../../shared/calendar.ts';
import type { ShownApiKey } from '../../../shared/contract/bridge.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { AsOf } from '../../components/states/freshness.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { useFormat } from '../../lib/language.ts';
import { useMe } from '../../lib/session.ts';
import styles from './local-api-page.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery } from './queries.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { SectionBar } from './section-bar.tsx';

/** The API keys of the signed-in user: made, seen and revoked. */
export function KeysSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const { name: user } = useMe().user;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const keys = useQuery(apiKeysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ShownApiKey | null>(null);
  const [revokedName, setRevokedName] = useState<string | null>(null);

  const count = keys.data?.length ?? 0;
  // When it was last used may have changed since the row was drawn, and the key may be gone.
  const asked = keys.data?.find(({ id }) => id === revoking?.id);

  function askToRevoke(key: ShownApiKey) {
    setRevoking(key);
    void keys.refetch();
  }

  function leaveGone() {
    setRevoking(null);
    // The button that opened the dialog is gone with its row.
    title.current?.focus();
  }

  function leaveRevoked({ name }: ShownApiKey) {
    setRevokedName(name);
    leaveGone();
  }

  return (
    <section className={styles.keysSection} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        titleRef={title}
        title={t('localApi.keys.title')}
        count={count > 0 ? t('localApi.keys.count', { count, text: format.quantity(count) }) : undefined}
        hint={t('localApi.keys.hint', { user })}
      >
        {keys.data && keys.isError && (
          <AsOf
            updatedAt={keys.dataUpdatedAt}
            isRefreshing={keys.isFetching}
            isStale
            onRefresh={() => void keys.refetch()}
          />
        )}
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsMaking(true)}>
          {t('localApi.keys.new')}
        </Button>
      </SectionBar>
      <KeyList query={keys} onRevoke={askToRevoke} />
      <p className={styles.announcement} role="status">
        {revokedName !== null && t('localApi.keys.revoked', { name: revokedName })}
      </p>
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
  readonly query: UseQueryResult<readonly ShownApiKey[]>;
  readonly onRevoke: (key: ShownApiKey) => void;
}

const SKELETON_WIDTHS = [50, 30, 30, 30];

/** The keys, or why there are none to see. */
function KeyList({ query, onRevoke }: KeyListProps) {
  const { t } = useTranslation();
  if (query.data === undefined) {
    if (!query.isError) {
      return (
        <div className={styles.loading}>
          <SkeletonRows rows={3} widths={SKELETON_WIDTHS} />
        </div>
      );
    }
    return (
      <FailurePanel
        error={query.error}
        stillUsable={t('localApi.keys.stillUsable')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
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

interface KeysTableProps {
  readonly keys: readonly ShownApiKey[];
  readonly onRevoke: (key: ShownApiKey) => void;
}

const COLUMNS = ['name', 'createdAt', 'expiresAt', 'lastUsedAt', 'revoke'] as const;

function KeysTable({ keys, onRevoke }: KeysTableProps) {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('localApi.keys.table', { user })}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                <span>{t(`localApi.keys.column.${column}`)}</span>
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

interface KeyRowProps {
  readonly apiKey: ShownApiKey;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  const lastDay = lastDayOf(apiKey);
  return (
    <tr>
      <td title={apiKey.name}>{apiKey.name}</td>
      <td>{format.day(dateAt(Date.parse(apiKey.createdAt)))}</td>
      <td>
        {lastDay === null ? t('localApi.keys.noEnd') : format.day(lastDay)}
        {isExpired(apiKey, today) && (
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
          fz={13}
          aria-label={t('localApi.keys.revokeNamed', { name: apiKey.name })}
          onClick={onRevoke}
        >
          {t('localApi.keys.column.revoke')}
        </Button>
      </td>
    </tr>
  );
}

type Expiring = Pick<ShownApiKey, 'expiresAt'>;

/** The last day on which a key works, which ends at the moment of its expiry; null for a key without end. */
function lastDayOf({ expiresAt }: Expiring): CalendarDate | null {
  return expiresAt === null ? null : dateAt(Date.parse(expiresAt) - 1);
}

function isExpired(key: Expiring, today: CalendarDate): boolean {
  const lastDay = lastDayOf(key);
  return lastDay !== null && lastDay < today;
}
