import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import { COUNTING_STATUSES, listOrders, ORDER_STATUSES } from '../../../shared/contract/orders.ts';
import { calculateReceived, isDayInProgress } from '../../../shared/day-closing.ts';
import { needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { FigureLink } from '../../components/figures.tsx';
import { EVERYWHERE, isEverywhere, toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ReplacedFigures, ReportSubject } from '../../components/page/report-subject.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { DayPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import { QueryContent } from '../../components/states/query-states.tsx';
import { getDiscountsAddress, getOrderAddress, getOrdersAddress, getReportAddress } from '../../lib/address/address.ts';
import { dayField, idsField } from '../../lib/address/fields.ts';
import { getReportScope } from '../../lib/address/figure-rows.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { getLines } from '../../lib/figure-lines.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useCopiedAnswer } from '../../lib/host/query-cache.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { type Place, toPlaceFilters } from '../../lib/queries/shops.ts';
import { CashCount } from './cash-count.tsx';
import { ClosingTables } from './closing-tables.tsx';
import styles from './day-closing-page.module.css';

/** The counts and amounts of one day, for closing a till. */
export function DayClosingPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.dayClosing')}>
      <Closing />
    </DefaultShopGate>
  );
}

const FIELDS = { date: dayField, location_id: idsField, shop_id: idsField };

function Closing() {
  const { t } = useTranslation();
  const today = useToday();
  const [state, change] = usePageState(FIELDS);
  const { date = today } = state;
  const place = useReportPlace(state);
  useOfferChoices(writeState(FIELDS, { date, ...toSavedPlace(place) }));
  const query = useQuery(closingQuery(date, place));
  const filters = { date, ...toPlaceFilters(place) };

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('shell.dayClosing')}
          aside={<DayPicker value={date} today={today} onChange={(chosen) => change({ date: chosen })} />}
          actions={<ExportButtons dataset="day-closing" filters={filters} />}
        />
      }
      filters={
        <FilterBar
          onClear={isEverywhere(place) ? undefined : () => change(place.toChoices(EVERYWHERE))}
          trailing={
            query.data && (
              <AsOf
                updatedAt={Date.parse(query.data.report.generated_at)}
                isRefreshing={query.isFetching}
                isStale={query.isError}
                onRefresh={() => void query.refetch()}
              />
            )
          }
        >
          <PlaceFilter of={readDayClosing} place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
        </FilterBar>
      }
    >
      <LookupNotice />
      <QueryContent query={query} rows={12} stillUsable={t('figures.stillUsable')}>
        {(closing) => <ClosedDay closing={closing} isReplaced={query.isPlaceholderData} />}
      </QueryContent>
    </Page>
  );
}

/** While another day is read, the previous one stays as placeholder data. */
function closingQuery(date: CalendarDate, place: Place) {
  const query = { date, ...toPlaceFilters(place) };
  return queryOptions({
    queryKey: ['day-closing', query],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readDayClosing, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface ClosedDayProps {
  readonly closing: DayClosing;
  /** Another day or place was chosen, but its figures are not read yet. */
  readonly isReplaced: boolean;
}

function ClosedDay({ closing, isReplaced }: ClosedDayProps) {
  const { t } = useTranslation();
  const copied = useCopiedAnswer();
  const { report } = closing;
  // A copy of an unreachable platform calculates now from older data.
  const isUnfinished = isDayInProgress(closing, copied?.fetchedAt);
  const rounding = useRounding();
  const doubtful = verifyChecks(report, rounding).filter(needsAttention).length;
  const { holds } = calculateReceived(report, rounding);
  const needsLook = doubtful > 0 || holds === false;
  const isEmpty = closing.orders === 0 && !needsLook;
  const wholeReport = (
    <AddressLink
      address={getReportAddress({ period: toPeriod(closing), ...getPlaceFilters(closing) })}
      className={linkStyles.link}
    >
      {t('figures.wholeReport')}
    </AddressLink>
  );
  return (
    <div className={styles.closing}>
      <ReportSubject report={report} isReplaced={isReplaced}>
        {isUnfinished && <p className={styles.running}>{t('figures.dayNotOver')}</p>}
        {isEmpty ? (
          <p className={styles.holds}>
            {t('figures.nothingSold')} {wholeReport}
          </p>
        ) : (
          <p className={needsLook ? styles.fails : styles.holds}>
            {needsLook ? <IconAlertTriangleFilled size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
            {doubtful > 0 && t('figures.checksFail', { count: doubtful })}
            {doubtful === 0 && holds === null && t('figures.perhapsClosed')}
            {doubtful === 0 && holds === true && t('figures.closed')}
            {doubtful === 0 && holds === false && t('figures.notClosed')} {wholeReport}
          </p>
        )}
      </ReportSubject>
      <ReplacedFigures isReplaced={isReplaced} className={styles.tables}>
        <Counts closing={closing} />
        <div className={styles.column}>
          <ClosingTables closing={closing} half="left" />
        </div>
        <div className={styles.column}>
          <ClosingTables closing={closing} half="right" />
          <CashCount closing={closing} />
        </div>
      </ReplacedFigures>
    </div>
  );
}

const toPeriod = ({ date }: DayClosing) => ({ from: date, to: date });

/** The locations and shops of the closing. */
function getPlaceFilters({ report }: DayClosing) {
  const { location_id, shop_id } = getReportScope(report);
  return { location_id, shop_id };
}

/** Orders with these statuses have a number but are part of no figure. */
const UNCOUNTED_STATUSES = ORDER_STATUSES.filter(
  (status) => !COUNTING_STATUSES.some((counting) => counting === status),
);

function Counts({ closing }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const period = toPeriod(closing);
  const place = getPlaceFilters(closing);
  const { returns } = getLines(closing.report, { returns: 'returns' });
  const facts: readonly Fact[] = [
    [
      t('shell.orders'),
      <FigureLink
        key="orders"
        rows={closing.orders === 0 ? null : getOrdersAddress({ period, status: COUNTING_STATUSES, ...place })}
      >
        {format.quantity(closing.orders)}
      </FigureLink>,
    ],
    [
      t('figures.returns'),
      <FigureLink key="returns" rows={closing.returns === 0 ? null : (returns.inclVat?.rows ?? null)}>
        {format.quantity(closing.returns)}
      </FigureLink>,
    ],
    [
      t('figures.discounted'),
      <FigureLink
        key="discounted"
        rows={closing.discounted_orders === 0 ? null : getDiscountsAddress({ period, only_counting: true, ...place })}
      >
        {format.quantity(closing.discounted_orders)}
      </FigureLink>,
    ],
    [
      t('overview.periods.discounts'),
      <FigureLink
        key="discounts"
        rows={
          closing.discount_value_wt === 0
            ? null
            : getDiscountsAddress({ period, only_counting: true, include_negative: true, ...place })
        }
      >
        {format.money(closing.discount_value_wt)}
      </FigureLink>,
    ],
    [
      t('figures.uncounted'),
      !closing.uncounted_orders || closing.uncounted_value_wt === null ? (
        ''
      ) : (
        <FigureLink key="uncounted" rows={getOrdersAddress({ period, status: UNCOUNTED_STATUSES, ...place })}>
          {t('figures.uncountedOrders', {
            count: closing.uncounted_orders,
            amount: format.money(closing.uncounted_value_wt),
          })}
        </FigureLink>
      ),
    ],
    [t('connection.firstOrder'), <OrderLink key="first" date={closing.date} number={closing.first_order_number} />],
    [t('connection.lastOrder'), <OrderLink key="last" date={closing.date} number={closing.last_order_number} />],
  ];
  return <FactList layout="row" facts={facts} />;
}

/** Enough for all orders whose number starts with this one. */
const MAX_MATCHES = 50;

/** Opens the order, or until its id is read, the orders of the day with that number. */
function OrderLink({ date, number }: { readonly date: CalendarDate; readonly number: string | null }) {
  const { t } = useTranslation();
  const period = { from: date, to: date };
  const found = useQuery({
    queryKey: ['day-closing', 'order', { date, number }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(listOrders, { query: { ...period, q: number ?? '', start: 0, limit: MAX_MATCHES }, signal }),
    enabled: number !== null,
  });
  if (number === null) return t('terms.none');
  const order = found.data?.data.find(({ order_number }) => order_number === number);
  return (
    <FigureLink rows={order ? getOrderAddress(order.id) : getOrdersAddress({ period, q: number })}>{number}</FigureLink>
  );
}
