import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, listSessions, type Session, type SubscribedWebhook } from '../../../shared/contract/auth.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog-form.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { callApi, readApi } from '../../lib/host/api-client.ts';
import { useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { SettingsSection } from './setting-row.tsx';
import styles from './settings.module.css';

/** The sign-ins of the user, and a button that ends all others. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [ended, setEnded] = useState<number | null>(null);

  return (
    <SettingsSection title={t('settings.sessions.title')} hint={t('settings.sessions.hint', { user })}>
      {sessions.data !== undefined && <SessionsTable {...sessions.data} user={user} />}
      {sessions.isPending && <SkeletonRows rows={2} />}
      {sessions.data === undefined && sessions.isError && (
        <QueryFailure query={sessions} stillUsable={t('settings.sessions.stillUsable')} />
      )}
      <Button variant="default" mt="sm" onClick={() => setIsAsking(true)}>
        {t('settings.sessions.end')}
      </Button>
      <VisuallyHidden role="status">{ended !== null && t('settings.sessions.ended', { count: ended })}</VisuallyHidden>
      <EndOthersDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEnded={setEnded} />
    </SettingsSection>
  );
}

interface SessionsTableProps {
  readonly tokens: readonly Session[];
  readonly webhooks: readonly SubscribedWebhook[];
  readonly user: string;
}

/** The user's sign-ins, followed by the webhooks they subscribed. */
function SessionsTable({ tokens, webhooks, user }: SessionsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatExpiry = (moment: string | null) => (moment === null ? '' : format.dateTime(moment));
  const rows = [
    // Sessions have no ids, so the position is the key of a row.
    ...tokens.map(({ created_at, expires_at, is_current }, position) => ({
      key: `session ${position}`,
      what: t(`settings.sessions.${is_current ? 'thisWindow' : 'other'}`),
      createdAt: created_at,
      expires: is_current ? t('settings.sessions.renewed') : formatExpiry(expires_at),
    })),
    ...webhooks.map(({ id, url, created_at, status }) => ({
      key: `webhook ${id}`,
      what: t('settings.sessions.webhook', { url }),
      createdAt: created_at,
      expires: t(`settings.sessions.webhookStatus.${status}`),
    })),
  ];
  return (
    <PlainTable
      label={t('settings.sessions.table', { user })}
      className={styles.table}
      columns={[
        { id: 'what', header: t('settings.sessions.column.what'), cell: ({ what }) => what },
        {
          id: 'createdAt',
          header: t('settings.sessions.column.createdAt'),
          cell: ({ createdAt }) => format.dateTime(createdAt),
        },
        { id: 'expiresAt', header: t('settings.sessions.column.expiresAt'), cell: ({ expires }) => expires },
      ]}
      rows={rows}
      getRowKey={({ key }) => key}
    />
  );
}

interface EndOthersDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with the number of sign-ins that ended. */
  readonly onEnded: (tokens: number) => void;
}

const NO_OTHERS = { api_keys: false, webhooks: false };

const OTHERS = [
  ['api_keys', 'withKeys'],
  ['webhooks', 'withWebhooks'],
] as const;

/** Explains what ends, asks whether keys and webhooks should end too, and gives advice about a known password. */
function EndOthersDialog({ isOpen, onClose, onEnded }: EndOthersDialogProps) {
  const { t } = useTranslation();
  const ending = useEndOtherSessions();
  const [also, setAlso] = useState(NO_OTHERS);

  const leave = () => {
    setAlso(NO_OTHERS);
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
      title={t('settings.endOthers.title')}
      action={ending}
      submit={t('settings.sessions.end')}
      onClose={leave}
      onSubmit={end}
    >
      <p>{t('settings.endOthers.consequence')}</p>
      <p>{t('settings.endOthers.password')}</p>
      {OTHERS.map(([name, label]) => (
        <Checkbox
          key={name}
          size="sm"
          label={t(`settings.endOthers.${label}`)}
          checked={also[name]}
          disabled={ending.isPending}
          onChange={(event) => setAlso({ ...also, [name]: event.currentTarget.checked })}
        />
      ))}
    </ConfirmDialog>
  );
}

/** Other windows may sign in while the page is open. */
const REFRESH_INTERVAL_MS = 30_000;

const SESSIONS_KEY = ['sessions'] as const;

const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }) => {
    const { data, webhooks } = await readApi(listSessions, { signal });
    return { tokens: data.filter(({ kind }) => kind === 'token'), webhooks };
  },
  refetchInterval: REFRESH_INTERVAL_MS,
});

/** Settles after the list is read again, even on failure. */
function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof endOtherSessions>) => callApi(endOtherSessions, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
