import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowHold } from '../../../components/data-table/use-row-hold.ts';
import { FilterToggle } from '../../../components/filters/filter-toggle.tsx';
import { AsOf } from '../../../components/states/as-of.tsx';
import { useFormat } from '../../../lib/language.ts';
import { useMe } from '../../../lib/me.ts';
import { liveRequestsQuery } from '../api/live-requests.ts';
import { SectionBar } from '../section-bar.tsx';
import { NewRequestsButton } from './new-requests-button.tsx';
import { PauseButton } from './pause-button.tsx';
import { isAny, isError, NO_REQUESTS, showsColleagues } from './request-log.ts';
import styles from './requests.module.css';
import { RequestsPlaceholder } from './requests-placeholder.tsx';
import { RequestsTable } from './requests-table.tsx';
import { useHeldEntries } from './use-held-entries.ts';

/** Who asked the API what, as it happens. */
export function RequestsSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const me = useMe();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const live = useQuery(liveRequestsQuery(isPaused));
  const hold = useRowHold();
  const { shown, waiting, catchUp } = useHeldEntries((live.data ?? NO_REQUESTS).entries, hold.isHeld);
  const select = onlyErrors ? isError : isAny;
  const entries = useMemo(() => shown.filter(select), [shown, select]);
  const count = entries.length;
  const waitingCount = waiting.filter(select).length;

  function showNew({ detail, currentTarget: button }: MouseEvent<HTMLElement>) {
    catchUp();
    setTimesCaughtUp(timesCaughtUp + 1);
    // The button goes. From the keyboard, the keys belong to the list again; a focus that went with the
    // button would hold the rows for ever.
    if (detail === 0) section.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    else button.blur();
  }

  return (
    <section ref={section} className={styles.section} aria-labelledby={titleId} {...hold.props}>
      <SectionBar
        id={titleId}
        title={t('localApi.requests.title')}
        count={live.data && t('localApi.requests.count', { count, text: format.quantity(count) })}
        hint={t(showsColleagues(me) ? 'localApi.requests.hint' : 'localApi.requests.hintOwn')}
      >
        {waitingCount > 0 && <NewRequestsButton count={waitingCount} onClick={showNew} />}
        {live.data && live.isError && (
          <AsOf
            updatedAt={live.dataUpdatedAt}
            isRefreshing={false}
            isStale
            onRefresh={() => void live.refetch()}
          />
        )}
        <FilterToggle label={t('localApi.requests.onlyErrors')} isOn={onlyErrors} onChange={setOnlyErrors} />
        <PauseButton isPaused={isPaused} onChange={setIsPaused} />
      </SectionBar>
      <RequestsTable
        entries={entries}
        listKey={`${onlyErrors ? 'errors' : 'all'} ${timesCaughtUp}`}
        isLoading={live.isLoading}
        placeholder={
          <RequestsPlaceholder
            error={live.error}
            onlyErrors={onlyErrors}
            onShowAll={() => setOnlyErrors(false)}
            onRetry={() => void live.refetch()}
          />
        }
      />
    </section>
  );
}
