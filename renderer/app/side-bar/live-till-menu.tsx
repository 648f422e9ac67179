import { Menu } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { changeLiveTill, readLiveTill } from '../../../shared/contract/window.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { callApi, readApi } from '../../lib/host/api-client.ts';
import { isManager, useMe } from '../../lib/host/session.ts';
import itemStyles from './side-bar.module.css';

/** Starts and stops live sales of the demo shop. Renders nothing without a demo shop or the right to change it. */
export function LiveTillMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const till = useQuery(liveTillQuery).data?.till ?? null;
  const mayChange = isManager(useMe());
  const change = useChangeLiveTill();
  const notifyFailure = useNotifyFailure();
  const choices = usePaceChoices(till?.isSelling ? till.perMinute : null);
  if (till === null || !mayChange) return null;

  const { isSelling, perMinute } = till;
  const label = isSelling ? t('live.selling', { count: perMinute }) : t('live.title');
  const choose = (choice: string) =>
    change.mutate(choice === OFF ? { isSelling: false, perMinute } : { isSelling: true, perMinute: Number(choice) }, {
      onError: notifyFailure,
    });
  return (
    <Menu position="right-end" width={230}>
      <Menu.Target>
        <button type="button" className={itemStyles.item} aria-label={label}>
          <IconBroadcast size={17} stroke={1.6} color={isSelling ? 'var(--accent)' : 'currentColor'} aria-hidden />
          <span className={itemStyles.label}>{isFolded ? t('shell.short.live') : label}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('live.title')}</Menu.Label>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.value}
            value={choice.value}
            closeMenuOnClick
            checked={choice.value === (isSelling ? String(perMinute) : OFF)}
            onChange={() => choose(choice.value)}
          >
            {choice.label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const POLL_INTERVAL_MS = 10_000;

/** Polled because it may stop by itself. */
const liveTillQuery = queryOptions({
  queryKey: ['live-till'],
  queryFn: () => readApi(readLiveTill),
  refetchInterval: POLL_INTERVAL_MS,
  refetchIntervalInBackground: false,
});

function useChangeLiveTill() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeLiveTill>) => callApi(changeLiveTill, { body }),
    onSuccess: (state) => client.setQueryData(liveTillQuery.queryKey, state),
  });
}

const OFF = 'off';

/** Actions per minute. */
const PACES = { calm: 6, usual: 20, busy: 60 } as const;

type PaceName = keyof typeof PACES;

/** The choices with their labels, slowest first, including a pace set on the command line. */
function usePaceChoices(current: number | null) {
  const { t } = useTranslation();
  const paces = new Set<number>([...Object.values(PACES), ...(current === null ? [] : [current])]);
  const ascending = [...paces].sort((left, right) => left - right);
  return [
    { value: OFF, label: t('live.choiceOff') },
    ...ascending.map((pace) => ({ value: String(pace), label: formatLabel(pace) })),
  ];

  function formatLabel(pace: number): string {
    const rate = t('live.rate', { count: pace });
    const name = (Object.keys(PACES) as PaceName[]).find((candidate) => PACES[candidate] === pace);
    return name ? t('live.named', { name: t(`live.pace.${name}`), rate }) : rate;
  }
}
