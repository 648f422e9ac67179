import { Box, Button, Checkbox, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session, SubscribedWebhook } from '../../../shared/contract/auth.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog-form.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './local-api-page.module.css';
import { sessionsQuery, useEndOtherSessions } from './queries.ts';
import { SectionBar } from './section-bar.tsx';

const SKELETON_WIDTHS = [40, 40];

/** The sign-ins of the user, and a button that ends all others. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const titleId = useId();
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [ended, setEnded] = useState<number | null>(null);

  const count = sessions.data?.tokens.length ?? 0;

  return (
    <section className={styles.access} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        title={t('localApi.sessions.title')}
        count={count > 0 ? t('localApi.sessions.count', { count }) : undefined}
        hint={t('localApi.sessions.hint', { user })}
      >
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('localApi.sessions.end')}
        </Button>
      </SectionBar>
      {sessions.data !== undefined && <SessionsTable {...sessions.data} user={user} />}
      {sessions.isPending && (
        <Box px="lg">
          <SkeletonRows rows={2} widths={SKELETON_WIDTHS} />
        </Box>
      )}
      {sessions.data === undefined && sessions.isError && (
        <QueryFailure query={sessions} stillUsable={t('localApi.sessions.stillUsable')} />
      )}
      <VisuallyHidden role="status">{ended !== null && t('localApi.sessions.ended', { count: ended })}</VisuallyHidden>
      <EndOthersDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEnded={setEnded} />
    </section>
  );
}

interface SessionsTableProps {
  readonly tokens: readonly Session[];
  readonly webhooks: readonly SubscribedWebhook[];
  readonly user: string;
}

/** Where the user is signed in, and below that the webhooks that were subscribed in the user's name. */
function SessionsTable({ tokens, webhooks, user }: SessionsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = [
    // Sessions have no ids: the position is the key of a row.
    ...tokens.map(({ created_at, expires_at, is_current }, position) => ({
      key: `session ${position}`,
      what: t(`localApi.sessions.${is_current ? 'thisWindow' : 'other'}`),
      createdAt: created_at,
      expires: expires_at === null ? '' : format.moment(expires_at),
    })),
    ...webhooks.map(({ id, url, created_at, status }) => ({
      key: `webhook ${id}`,
      what: t('localApi.sessions.webhook', { url }),
      createdAt: created_at,
      expires: t(`localApi.sessions.webhookStatus.${status}`),
    })),
  ];
  return (
    <div className={styles.scroller}>
      <PlainTable
        label={t('localApi.sessions.table', { user })}
        className={styles.table}
        columns={[
          { id: 'what', header: t('localApi.sessions.column.what'), cell: ({ what }) => what },
          {
            id: 'createdAt',
            header: t('localApi.sessions.column.createdAt'),
            cell: ({ createdAt }) => format.moment(createdAt),
          },
          { id: 'expiresAt', header: t('localApi.sessions.column.expiresAt'), cell: ({ expires }) => expires },
        ]}
        rows={rows}
        rowKey={({ key }) => key}
      />
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

const OTHERS = [
  ['api_keys', 'withKeys'],
  ['webhooks', 'withWebhooks'],
] as const;

/** Explains what ends, asks whether keys and webhooks end too, and advises on a password that others may know. */
function EndOthersDialog({ isOpen, onClose, onEnded }: EndOthersDialogProps) {
  const { t } = useTranslation();
  const ending = useEndOtherSessions();
  const [also, setAlso] = useState(NOTHING_ELSE);

  const leave = () => {
    setAlso(NOTHING_ELSE);
    onClose();
  };

  function end() {
    ending.mutate(also, {
      onSuccess: ({ tokens }) => {
        leave();
        onEnded(tokens);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('localApi.endOthers.title')}
      action={ending}
      submit={t('localApi.sessions.end')}
      onClose={leave}
      onSubmit={end}
    >
      <p>{t('localApi.endOthers.consequence')}</p>
      <p>{t('localApi.endOthers.password')}</p>
      {OTHERS.map(([name, label]) => (
        <Checkbox
          key={name}
          size="sm"
          label={t(`localApi.endOthers.${label}`)}
          checked={also[name]}
          disabled={ending.isPending}
          onChange={(event) => setAlso({ ...also, [name]: event.currentTarget.checked })}
        />
      ))}
    </ConfirmDialog>
  );
}
