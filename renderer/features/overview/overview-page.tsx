import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { COMPARISONS, getElapsedPeriod, getPeriod } from '../../../shared/periods.ts';
import { VAT_SIDES } from '../../../shared/report-comparison.ts';
import { EVERYWHERE, isEverywhere, toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { CopyRefusalNotice } from '../../components/states/copy-refusal.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import { createChoiceField, flagField, idsField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { findErrorRefusal } from '../../lib/failures.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useMe } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { AttentionSection, useConcerns } from './attention-section.tsx';
import { DaysSection } from './days-section.tsx';
import { useLocationAddresses } from './location-addresses.ts';
import { GroupsSection, MethodsSection, ShopsSection } from './month-sections.tsx';
import styles from './overview-page.module.css';
import { DAYS_BEFORE, OVERVIEW_PRESETS } from './overview-periods.ts';
import { PeriodsSection } from './periods-section.tsx';
import { type OverviewQueries, type Question, useBegunDays, useOverviewQueries } from './queries.ts';

/** The first page of the day: key figures and what needs attention. */
export function OverviewPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.overview')}>
      <Overview />
    </DefaultShopGate>
  );
}

function Overview() {
  const { t } = useTranslation();
  const { roles, locked_location: locked } = useMe();
  const [state, change] = usePageState(OVERVIEW_FIELDS);
  const place = useReportPlace(state);
  useOfferChoices(writeState(OVERVIEW_FIELDS, toSavedPlace(place)));
  const queries = useOverviewQueries(place);
  const today = useToday();
  const days = formatPeriod(getElapsedPeriod(getPeriod('this-month', today), today), useLanguage());
  const addresses = useLocationAddresses(place);
  const concerns = useConcerns(queries, addresses, !isEverywhere(place) && locked === null);
  // Staff use amounts with VAT, which customers pay. Accountants use amounts without VAT.
  const { side = roles.includes('accountant') ? 'ex' : 'wt', against = 'before', days: form = 'chart' } = state;
  const { period = 'today', all = false, before = 'weekday' } = state;
  const begun = useBegunDays(queries, place, before);

  return (
    <Page
      scrolls
      sheet="landscape"
      header={<PageHeader title={t('shell.overview')} />}
      filters={
        <FilterBar
          onClear={isEverywhere(place) ? undefined : () => change(place.toChoices(EVERYWHERE))}
          trailing={<OverviewAsOf queries={queries} />}
        >
          <PlaceFilter of={readTurnoverByDay} place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
        </FilterBar>
      }
    >
      <LookupNotice />
      <CopyRefusalNotice />
      <div className={styles.overview} data-period={days}>
        <PeriodsSection
          queries={queries}
          begun={begun}
          side={side}
          onChooseSide={(chosen) => change({ side: chosen })}
          preset={period}
          onChoosePreset={(chosen) => change({ period: chosen })}
          dayBefore={before}
          onChooseDayBefore={(chosen) => change({ before: chosen })}
          showsAll={all}
          onShowAll={(showsAll) => change({ all: showsAll || undefined }, { replaces: true })}
          addresses={addresses}
        />
        <div className={styles.days}>
          <DaysSection
            queries={queries}
            side={side}
            form={form}
            against={against}
            onChooseForm={(chosen) => change({ days: chosen })}
            onChooseAgainst={(chosen) => change({ against: chosen })}
            addresses={addresses}
          />
          <AttentionSection concerns={concerns} />
        </div>
        <div className={styles.month}>
          <GroupsSection query={queries.report} side={side} addresses={addresses} />
          <ShopsSection query={queries.report} side={side} />
          <MethodsSection query={queries.report} />
        </div>
      </div>
    </Page>
  );
}

/**
 * The time of the oldest figures on the page, and a button that reads all of them again. New figures are announced at
 * most once a minute.
 */
function OverviewAsOf({ queries }: { readonly queries: OverviewQueries }) {
  const { t } = useTranslation();
  const { dataUpdatedAt: readAt } = queries.recent;
  const questions: readonly Question[] = Object.values(queries);
  const answered = questions.filter(({ dataUpdatedAt }) => dataUpdatedAt > 0);
  return (
    <>
      <VisuallyHidden role="status">
        {readAt > 0 && t('overview.arrived', { time: formatTimestamp(readAt).slice(11, 16) })}
      </VisuallyHidden>
      <AsOf
        updatedAt={answered.length === 0 ? 0 : Math.min(...answered.map(({ dataUpdatedAt }) => dataUpdatedAt))}
        isRefreshing={questions.some(({ isFetching }) => isFetching)}
        // Data that was never read is not stale.
        isStale={questions.some(
          ({ isError, error, dataUpdatedAt }) => isError && (dataUpdatedAt > 0 || findErrorRefusal(error) === null),
        )}
        onRefresh={() => {
          for (const { refetch } of questions) void refetch();
        }}
      />
    </>
  );
}

const OVERVIEW_FIELDS = {
  location_id: idsField,
  shop_id: idsField,
  /** The side of VAT that is shown first. */
  side: createChoiceField(VAT_SIDES),
  /** The month that the days are compared with. */
  against: createChoiceField(COMPARISONS),
  days: createChoiceField(['chart', 'table']),
  /** The period of the cards. */
  period: createChoiceField(OVERVIEW_PRESETS),
  /** The day that today is compared with. */
  before: createChoiceField(DAYS_BEFORE),
  /** Whether the table of all figures is open. */
  all: flagField,
};
