import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session, SubscribedWebhook } from '../../../shared/contract/auth.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { useFormat } from '../../lib/language.ts';
import { useMe } from '../../lib/session.ts';
import { KeyFailure } from './key-failure.tsx';
import styles from './local-api-page.module.css';
import { sessionsQuery, useEndOtherSessions } from './queries.ts';
import { SectionBar } from './section-bar.tsx';

const SKELETON_WIDTHS = [40, 40];

/** Where the user is signed in, and how to end all of it but this window. */
export function SessionsSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const { name: user } = useMe().user;
  const titleId = useId();
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [ended, setEnded] = useState<number | null>(null);

  const count = sessions.data?.tokens.length ?? 0;

  function leaveEnded(tokens: number) {
    setIsAsking(false);
    setEnded(tokens);
  }

  return (
    <section className={styles.keysSection} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        title={t('localApi.sessions.title')}
        count={count > 0 ? t('localApi.sessions.count', { count, text: format.quantity(count) }) : undefined}
        hint={t('localApi.sessions.hint', { user })}
      >
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('localApi.sessions.end')}
        </Button>
      </SectionBar>
      {sessions.data !== undefined && <SessionsTable {...sessions.data} user={user} />}
      {sessions.isPending && (
        <div className={styles.loading}>
          <SkeletonRows rows={2} widths={SKELETON_WIDTHS} />
        </div>
      )}
      {sessions.data === undefined && sessions.isError && (
        <FailurePanel
          error={sessions.error}
          stillUsable={t('localApi.sessions.stillUsable')}
          isRetrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <p className={styles.announcement} role="status">
        {ended !== null && t('localApi.sessions.ended', { count: ended, text: format.quantity(ended) })}
      </p>
      <EndOthersDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEnded={leaveEnded} />
    </section>
  );
}

interface SessionsTableProps {
  readonly tokens: readonly Session[];
  readonly webhooks: readonly SubscribedWebhook[];
  readonly user: string;
}

const COLUMNS = ['what', 'createdAt', 'expiresAt'] as const;

/** Where the user is signed in, and below that the receivers that are told in their name. */
function SessionsTable({ tokens, webhooks, user }: SessionsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // They have no names: of two that are alike nobody can tell which is which.
  const rows = tokens.map((session, row) => ({ ...session, row }));
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('localApi.sessions.table', { user })}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`localApi.sessions.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, created_at, expires_at, is_current }) => (
            <tr key={row}>
              <td>{t(`localApi.sessions.${is_current ? 'thisWindow' : 'other'}`)}</td>
              <td>{format.moment(created_at)}</td>
              <td>{expires_at === null ? '' : format.moment(expires_at)}</td>
            </tr>
          ))}
          {webhooks.map(({ id, url, created_at, status }) => (
            <tr key={`webhook ${id}`}>
              <td>{t('localApi.sessions.webhook', { url })}</td>
              <td>{format.moment(created_at)}</td>
              <td>{t(`localApi.sessions.webhookStatus.${status}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EndOthersDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With how many sign-ins were ended. */
  readonly onEnded: (tokens: number) => void;
}

const NOTHING_ELSE = { api_keys: false, webhooks: false };

/** What ends, whether keys and webhooks end too, and what to do first where somebody may know the password. */
function EndOthersDialog({ isOpen, onClose, onEnded }: EndOthersDialogProps) {
  const { t } = useTranslation();
  const ending = useEndOtherSessions();
  const [also, setAlso] = useState(NOTHING_ELSE);

  function close() {
    // Its outcome would be told to nobody.
    if (ending.isPending) return;
    ending.reset();
    setAlso(NOTHING_ELSE);
    onClose();
  }

  function end() {
    ending.mutate(also, {
      onSuccess: ({ tokens }) => {
        setAlso(NOTHING_ELSE);
        onEnded(tokens);
      },
    });
  }

  return (
    <Dialog isOpen={isOpen} title={t('localApi.endOthers.title')} onClose={close}>
      <div className={styles.form}>
        {ending.error && <KeyFailure error={ending.error} />}
        <p className={styles.consequence}>{t('localApi.endOthers.consequence')}</p>
        <p className={styles.consequence}>{t('localApi.endOthers.password')}</p>
        <Checkbox
          label={t('localApi.endOthers.withKeys')}
          checked={also.api_keys}
          disabled={ending.isPending}
          onChange={(event) => setAlso({ ...also, api_keys: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('localApi.endOthers.withWebhooks')}
          checked={also.webhooks}
          disabled={ending.isPending}
          onChange={(event) => setAlso({ ...also, webhooks: event.currentTarget.checked })}
        />
        <div className={styles.dialogActions}>
          <Button variant="default" data-autofocus disabled={ending.isPending} onClick={close}>
            {t('states.cancel')}
          </Button>
          <Button variant="default" className={styles.danger ?? ''} loading={ending.isPending} onClick={end}>
            {t('localApi.sessions.end')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
