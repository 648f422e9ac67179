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

/** Where the user is signed in, and below that the webhooks that were subscribed in the user's name. */
function SessionsTable({ tokens, webhooks, user }: SessionsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const expiry = (moment: string | null) => (moment === null ? '' : format.moment(moment));
  const rows = [
    // Sessions have no ids: the position is the key of a row.
    ...tokens.map(({ created_at, expires_at, is_current }, position) => ({
      key: `session ${position}`,
      what: t(`settings.sessions.${is_current ? 'thisWindow' : 'other'}`),
      createdAt: created_at,
      expires: is_current ? t('settings.sessions.renewed') : expiry(expires_at),
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
          cell: ({ createdAt }) => format.moment(createdAt),
        },
        { id: 'expiresAt', header: t('settings.sessions.column.expiresAt'), cell: ({ expires }) => expires },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
    />
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

/** Other windows sign in while the page is open. */
const REFRESH_EVERY_MS = 30_000;

const SESSIONS_KEY = ['sessions'] as const;

const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }) => {
    const { data, webhooks } = await readApi(listSessions, { signal });
    return { tokens: data.filter(({ kind }) => kind === 'token'), webhooks };
  },
  refetchInterval: REFRESH_EVERY_MS,
});

/** Settles once the list is read again, also after a failure. */
function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof endOtherSessions>) => callApi(endOtherSessions, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
