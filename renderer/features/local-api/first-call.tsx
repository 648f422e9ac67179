import { IconAlertTriangle, IconCircleCheck, IconCircleDotted } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '../../../shared/contract/api-keys.ts';
import { type RequestEntries, type RequestEntry, readRequests } from '../../../shared/contract/window.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useMe } from '../../lib/host/session.ts';
import styles from './local-api-page.module.css';
import { apiKeysQuery } from './queries.ts';

/** What was asked with a new key so far. */
interface FirstCall {
  /** The latest number known to the host. */
  readonly newest: number;
  /** The first request that was answered; nothing after it is looked at. */
  readonly answered: RequestEntry | null;
  /** The latest refusal before it. */
  readonly refused: RequestEntry | null;
}

const NO_CALL: FirstCall = { newest: 0, answered: null, refused: null };

/** Goes on from `seen` with later requests. `newest` first, as the host lists them. */
function followFirstCall(seen: FirstCall, requests: RequestEntries, waiting: WaitingKey): FirstCall {
  let { answered, refused } = seen;
  for (const entry of requests.entries.toReversed()) {
    if (answered !== null || !mayBeOf(entry, waiting)) continue;
    if (entry.status < 400) answered = entry;
    else refused = entry;
  }
  return { newest: requests.newest, answered, refused };
}

interface WaitingKey {
  readonly apiKey: Pick<ApiKeyView, 'name' | 'createdAt'>;
  /** Name of the user of the key. */
  readonly user: string;
}

/** Also what was refused before a key was looked at, or for want of one: a wrong host or path, a key that was pasted in part. */
function mayBeOf({ at, isFromWindow, apiKey: used, user: caller, status }: RequestEntry, waiting: WaitingKey): boolean {
  // An earlier key may have had the same name.
  if (isFromWindow || Date.parse(at) < Date.parse(waiting.apiKey.createdAt)) return false;
  if (caller === null) return NOT_IDENTIFIED.includes(status);
  return used === waiting.apiKey.name && caller === waiting.user;
}

const NOT_IDENTIFIED: readonly number[] = [401, 403, 404];

const POLL_EVERY_MS = 1000;

/** Asks each second until a request was answered, and no longer than it is visible. */
function firstCallQuery(id: number, waiting: WaitingKey) {
  const queryKey = ['first-call', id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const seen = client.getQueryData<FirstCall>(queryKey) ?? NO_CALL;
      return followFirstCall(seen, await readApi(readRequests, { query: { after: seen.newest } }), waiting);
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.answered ? false : POLL_EVERY_MS),
  });
}

interface FirstCallLineProps {
  readonly apiKey: ApiKeyView;
  /** Who is awaited, such as `Excel`. */
  readonly tool: string;
}

/** Waits for the first request with a key, and tells how it was answered. */
export function FirstCallLine({ apiKey, tool }: FirstCallLineProps) {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const calls = useQuery(firstCallQuery(apiKey.id, { apiKey, user }));
  const isGone = useIsGone(apiKey);
  const { answered, refused } = calls.data ?? NO_CALL;
  if (answered) {
    return (
      <Line state="answered">
        <span>{t('localApi.firstCall.answered', { tool, ...callOf(answered) })}</span>
      </Line>
    );
  }
  if (isGone) return <Line state="refused">{t('localApi.firstCall.gone', { tool })}</Line>;
  if (calls.isError) return <Line state="refused">{t('localApi.firstCall.unknown', { tool })}</Line>;
  if (!refused) return <Line state="waiting">{t('localApi.firstCall.waiting', { tool })}</Line>;
  const isIdentified = refused.user !== null;
  return (
    <Line state="refused">
      <span>
        {t(isIdentified ? 'localApi.firstCall.refused' : 'localApi.firstCall.nobody', { tool, ...callOf(refused) })}{' '}
        {t(`localApi.firstCall.reason.${reasonOf(refused)}`)}
        {isIdentified && refused.error && (
          <>
            {' '}
            {t('localApi.firstCall.message')} <q lang="en">{refused.error.message}</q>
          </>
        )}
      </span>
    </Line>
  );
}

/** Whether the key was listed and is no more. */
function useIsGone({ id }: ApiKeyView): boolean {
  const { data: keys } = useQuery(apiKeysQuery);
  const isListed = keys?.some((key) => key.id === id) ?? false;
  const [wasListed, setWasListed] = useState(isListed);
  if (isListed && !wasListed) setWasListed(true);
  return wasListed && !isListed;
}

interface LineProps {
  readonly state: keyof typeof ICONS;
  readonly children: ReactNode;
}

const ICONS = { waiting: IconCircleDotted, answered: IconCircleCheck, refused: IconAlertTriangle } as const;

function Line({ state, children }: LineProps) {
  const Icon = ICONS[state];
  return (
    <p className={styles.firstCall} data-state={state} role="status">
      <Icon size={16} aria-hidden />
      {children}
    </p>
  );
}

function callOf({ at, method, path, status }: RequestEntry) {
  // The API writes the time of the shop.
  return { time: at.slice(11, 16), what: `${method} ${path}`, status };
}

type Reason = 'key' | 'place' | 'rights' | 'parameter' | 'missing' | 'busy' | 'left' | 'platform' | 'failed';

const REASONS: Readonly<Record<number, Reason>> = {
  401: 'key',
  403: 'rights',
  404: 'missing',
  429: 'busy',
  499: 'left',
  502: 'platform',
};

function reasonOf({ status, user }: RequestEntry): Reason {
  // Before a key is looked at: another host in the address, or a page of another site.
  if (user === null && status === 403) return 'place';
  return REASONS[status] ?? (status < 500 ? 'parameter' : 'failed');
}
