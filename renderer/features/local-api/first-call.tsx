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

/** The requests with a new key so far. */
interface FirstCall {
  /** The latest number known to the host. */
  readonly newest: number;
  /** The first successful request. Later ones are ignored. */
  readonly answered: RequestEntry | null;
  /** The latest refusal before it. */
  readonly refused: RequestEntry | null;
}

const NO_CALL: FirstCall = { newest: 0, answered: null, refused: null };

/** Updates `seen` with later requests, which the host lists newest first. */
function updateFirstCall(seen: FirstCall, requests: RequestEntries, waiting: WaitingKey): FirstCall {
  let { answered, refused } = seen;
  for (const entry of requests.entries.toReversed()) {
    if (answered !== null || !mayMatch(entry, waiting)) continue;
    if (entry.status < 400) answered = entry;
    else refused = entry;
  }
  return { newest: requests.newest, answered, refused };
}

interface WaitingKey {
  readonly apiKey: Pick<ApiKeyView, 'name' | 'createdAt'>;
  /** The name of the user of the key. */
  readonly user: string;
}

/**
 * Also matches requests refused before a key was checked, or without one: a wrong host or path, or a key pasted in
 * part.
 */
function mayMatch(
  { at, isFromWindow, apiKey: used, user: caller, status }: RequestEntry,
  waiting: WaitingKey,
): boolean {
  // An earlier key may have had the same name.
  if (isFromWindow || Date.parse(at) < Date.parse(waiting.apiKey.createdAt)) return false;
  if (caller === null) return UNIDENTIFIED_STATUSES.includes(status);
  return used === waiting.apiKey.name && caller === waiting.user;
}

const UNIDENTIFIED_STATUSES: readonly number[] = [401, 403, 404];

const POLL_INTERVAL_MS = 1000;

/** Polls every second until a request was answered, while it is visible. */
function firstCallQuery(id: number, waiting: WaitingKey) {
  const queryKey = ['first-call', id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const seen = client.getQueryData<FirstCall>(queryKey) ?? NO_CALL;
      return updateFirstCall(seen, await readApi(readRequests, { query: { after: seen.newest } }), waiting);
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.answered ? false : POLL_INTERVAL_MS),
  });
}

interface FirstCallLineProps {
  readonly apiKey: ApiKeyView;
  /** The name of the tool, such as `Excel`. */
  readonly tool: string;
}

/** Waits for the first request with a key and shows its result. */
export function FirstCallLine({ apiKey, tool }: FirstCallLineProps) {
  const { t } = useTranslation();
  const { name: user } = useMe().user;
  const calls = useQuery(firstCallQuery(apiKey.id, { apiKey, user }));
  const isGone = useIsGone(apiKey);
  const { answered, refused } = calls.data ?? NO_CALL;
  if (answered) {
    return (
      <Line state="answered">
        <span>{t('localApi.firstCall.answered', { tool, ...describeCall(answered) })}</span>
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
        {t(isIdentified ? 'localApi.firstCall.refused' : 'localApi.firstCall.nobody', {
          tool,
          ...describeCall(refused),
        })}{' '}
        {t(`localApi.firstCall.reason.${getReason(refused)}`)}
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

/** Whether the key was listed before and no longer is. */
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

function describeCall({ at, method, path, status }: RequestEntry) {
  // The API uses the time zone of the shop.
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

function getReason({ status, user }: RequestEntry): Reason {
  // Refused before the key was checked: a wrong host in the address, or a page of another site.
  if (user === null && status === 403) return 'place';
  return REASONS[status] ?? (status < 500 ? 'parameter' : 'failed');
}
