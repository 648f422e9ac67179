import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { COUNTING_STATUSES, type ItemType, ORDER_STATUSES } from '../../../shared/contract/orders.ts';
import { type ReceivedStep, receivedOf } from '../../../shared/day-closing.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { checkVerdicts, needsAttention } from '../../../shared/report-checks.ts';
import { knownFigure, withoutText } from '../../../shared/unknown-figures.ts';
import { rateName, vatReturn } from '../../../shared/vat-return.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import figureStyles from '../../components/figures.module.css';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { useChosenLocation } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { LocationFilter } from '../../components/filters/place-filter.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { Page, WideTable } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ReplacedFigures, ReportSubject } from '../../components/page/report-subject.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { DayPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import { QueryContent } from '../../components/states/query-states.tsx';
import { TableHead } from '../../components/table-head.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, discountsAddress, ordersAddress, reportAddress } from '../../lib/address/address.ts';
import { dayField, idsField } from '../../lib/address/fields.ts';
import {
  type FigureSide,
  type ItemFigure,
  type ItemFilters,
  itemRowsAddress,
  paymentRowsAddress,
  reportScope,
} from '../../lib/address/figure-rows.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopName } from '../../lib/queries/shops.ts';
import styles from './day-closing-page.module.css';

/** The counts and the money of one day, as a till is closed by. */
export function DayClosingPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.dayClosing')}>
      <Closing />
    </DefaultShopGate>
  );
}

const FIELDS = { date: dayField, location_id: idsField };

function Closing() {
  const { t } = useTranslation();
  const today = useToday();
  const [state, change] = usePageState(FIELDS);
  const { date = today } = state;
  const location = useChosenLocation(state.location_id);
  useOfferChoices(writeState(FIELDS, { date, location_id: location.ids }));
  const query = useQuery(closingQuery(date, location.ids));
  const filters = { date, location_id: location.ids ?? undefined };

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('shell.dayClosing')}
          aside={<DayPicker value={date} today={today} onChange={(chosen) => change({ date: chosen })} />}
          actions={<ExportButton dataset="day-closing" filters={filters} />}
        />
      }
      filters={
        <FilterBar
          onClear={location.ids === null ? undefined : () => change({ location_id: location.choiceOf(null) })}
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
          <LocationFilter ids={location.ids} onChoose={(ids) => change({ location_id: location.choiceOf(ids) })} />
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

/** While another day is being read, the previous one stays as placeholder data. */
function closingQuery(date: CalendarDate, locationIds: number[] | null) {
  return queryOptions({
    queryKey: ['day-closing', { date, locationIds }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readDayClosing, { query: { date, location_id: locationIds ?? undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

interface ClosedDayProps {
  readonly closing: DayClosing;
  /** Another day or location was chosen, and its figures have not been read yet. */
  readonly isReplaced: boolean;
}

function ClosedDay({ closing, isReplaced }: ClosedDayProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { report } = closing;
  const doubtful = checkVerdicts(report).filter(needsAttention).length;
  const { difference } = receivedOf(report);
  const needsLook = doubtful > 0 || !(difference === null || difference === 0);
  return (
    <div className={styles.closing}>
      <ReportSubject report={report} isReplaced={isReplaced}>
        {closing.date >= today && <p className={styles.running}>{t('figures.dayNotOver')}</p>}
        <p className={needsLook ? styles.fails : styles.holds}>
          {needsLook ? <IconAlertTriangleFilled size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
          {doubtful > 0 && t('figures.checksFail', { count: doubtful })}
          {doubtful === 0 && difference === null && t('figures.perhapsClosed')}
          {doubtful === 0 && difference !== null && t(difference === 0 ? 'figures.checksHold' : 'figures.notClosed')}{' '}
          <AddressLink
            address={reportAddress({ period: dayOf(closing), location_id: reportScope(report).location_id })}
            className={linkStyles.link}
          >
            {t('figures.wholeReport')}
          </AddressLink>
        </p>
      </ReportSubject>
      <ReplacedFigures isReplaced={isReplaced} className={styles.tables}>
        <Counts closing={closing} />
        <div className={styles.column}>
          <Turnover closing={closing} />
          <Vat closing={closing} />
          <Shops closing={closing} />
        </div>
        <div className={styles.column}>
          <FromTurnover closing={closing} />
          <Received closing={closing} />
        </div>
      </ReplacedFigures>
      <p className={`${textStyles.small} ${styles.note}`}>{t('figures.tillNote')}</p>
    </div>
  );
}

const dayOf = ({ date }: DayClosing) => ({ from: date, to: date });

/** These have a number, too, and are part of no figure. */
const UNCOUNTED = ORDER_STATUSES.filter((status) => !COUNTING_STATUSES.some((counting) => counting === status));

function Counts({ closing }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const period = dayOf(closing);
  const place = { location_id: reportScope(closing.report).location_id };
  const { revenue } = closing.report;
  const facts: readonly Fact[] = [
    [
      t('shell.orders'),
      <FigureLink key="orders" rows={ordersAddress({ period, status: COUNTING_STATUSES, ...place })}>
        {format.quantity(closing.orders)}
      </FigureLink>,
    ],
    [
      t('figures.returns'),
      <FigureLink
        key="returns"
        rows={itemRowsAddress(
          { figure: 'returns', side: 'wt', amount: -revenue.total_returns_wt },
          { ...reportScope(closing.report), ...RETURNS },
        )}
      >
        {format.quantity(closing.returns)}
      </FigureLink>,
    ],
    [
      t('figures.discounted'),
      <FigureLink key="discounted" rows={discountsAddress({ period, only_counting: true, ...place })}>
        {format.quantity(closing.discounted_orders)}
      </FigureLink>,
    ],
    [t('overview.periods.discounts'), format.money(closing.discount_value_wt)],
    [
      t('figures.uncounted'),
      closing.uncounted_orders === null || closing.uncounted_value_wt === null ? (
        ''
      ) : (
        <FigureLink
          key="uncounted"
          rows={closing.uncounted_orders === 0 ? null : ordersAddress({ period, status: UNCOUNTED, ...place })}
        >
          {t('figures.uncountedOrders', {
            count: closing.uncounted_orders,
            text: format.quantity(closing.uncounted_orders),
            amount: format.money(closing.uncounted_value_wt),
          })}
        </FigureLink>
      ),
    ],
    [t('figures.firstOrder'), closing.first_order_number ?? t('terms.none')],
    [t('figures.lastOrder'), closing.last_order_number ?? t('terms.none')],
  ];
  return <FactList layout="row" facts={facts} />;
}

const SALES = { type: 'product', sign: 'positive' } as const;

const RETURNS = { type: 'product', sign: 'negative' } as const;

function Turnover({ closing: { report } }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const { revenue } = report;
  return (
    <AmountsTable title={t('report.revenue.title')}>
      <tr>
        <th scope="row">{t('report.revenue.sales')}</th>
        <Amounts ex={revenue.total_sales} wt={revenue.total_sales_wt} open={rowsOf(report, 'sales', SALES)} />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.returns')}</th>
        <Amounts ex={-revenue.total_returns} wt={-revenue.total_returns_wt} open={rowsOf(report, 'returns', RETURNS)} />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.differences')}</th>
        <Differences report={report} />
      </tr>
      <tr data-total>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <Amounts ex={revenue.total_turnover} wt={revenue.total_turnover_wt} />
      </tr>
    </AmountsTable>
  );
}

/** The items of each kind that is no turnover. */
const NON_REVENUE_ITEMS = {
  giftCards: ['gift-cards', 'gift_card'],
  tips: ['tips', 'tip'],
  paymentsOnInvoice: ['payments-on-invoice', 'invoice_payment'],
  prepayments: ['prepayments', 'prepayment'],
  otherNonRevenue: ['other-non-revenue', 'other'],
} as const satisfies Record<string, readonly [ItemFigure, ItemType]>;

/** From the turnover to what was received, as a sum from top to bottom. */
function FromTurnover({ closing: { report } }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { turnover, nonRevenue, onAccount, expected, received, difference, without } = receivedOf(report);
  const scope = reportScope(report);
  const title = t('figures.fromTurnover');
  return (
    <ClosingTable title={title} columns={['', t('terms.side.wt')]}>
      <tr>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <td>{format.amount(turnover)}</td>
      </tr>
      <Subheading>{t('report.revenue.nonRevenue')}</Subheading>
      {nonRevenue.map((step) => {
        const [figure, type] = NON_REVENUE_ITEMS[step.name];
        const opened = { figure, side: 'wt', amount: step.euros ?? 0 } as const;
        return (
          <StepRow
            key={step.name}
            label={t(`report.revenue.${step.name}`)}
            step={step}
            rows={itemRowsAddress(opened, { ...scope, type })}
          />
        );
      })}
      <Subheading>{t('figures.onAccount')}</Subheading>
      {onAccount.map((step) => (
        <StepRow key={step.name} label={t(`figures.${step.name}`)} step={step} rows={null} />
      ))}
      <tr data-total>
        <th scope="row">
          {t('figures.expected')} <span className={textStyles.small}>{withoutText(without, language)}</span>
        </th>
        <td>{format.amount(expected)}</td>
      </tr>
      <tr>
        <th scope="row">{t('report.direct.methodsTotal')}</th>
        <td>{format.amount(received)}</td>
      </tr>
      {difference !== null && (
        <tr data-attention={difference !== 0 || undefined}>
          <th scope="row">{t(difference === 0 ? 'figures.noDifference' : 'figures.difference')}</th>
          <td>{format.amount(difference)}</td>
        </tr>
      )}
    </ClosingTable>
  );
}

interface StepRowProps {
  readonly label: string;
  readonly step: ReceivedStep;
  readonly rows: Address | null;
}

function StepRow({ label, step: { euros, unknown }, rows }: StepRowProps) {
  const { amount } = useFormat();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{unknown ? <NotKnown name={unknown} /> : <FigureLink rows={rows}>{amount(euros)}</FigureLink>}</td>
    </tr>
  );
}

function Subheading({ children }: { readonly children: ReactNode }) {
  return (
    <tr data-heading>
      <th scope="rowgroup" colSpan={2}>
        {children}
      </th>
    </tr>
  );
}

/** What must be in the till and on the account, by method. */
function Received({ closing: { report } }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { payment_methods: methods } = report.direct_paid;
  const scope = reportScope(report);
  return (
    <ClosingTable title={t('figures.received')} columns={[t('figures.method'), t('terms.side.wt')]}>
      {methods.map(({ provider_method_type_id, title, amount }) => (
        <tr key={provider_method_type_id}>
          <th scope="row">{title}</th>
          <td>
            <FigureLink rows={paymentRowsAddress({ amount }, { ...scope, provider_method_type_id })}>
              {format.amount(amount)}
            </FigureLink>
          </td>
        </tr>
      ))}
      <tr data-total>
        <th scope="row">{t('report.direct.methodsTotal')}</th>
        <td>{format.amount(receivedOf(report).received)}</td>
      </tr>
    </ClosingTable>
  );
}

function Vat({ closing: { report } }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { boxes, total, rest, turnover } = vatReturn(report);
  return (
    <AmountsTable title={t('report.vatReturn.title')}>
      {boxes.flatMap(({ rates }) =>
        rates.map(({ tax_rate_id, name, value, country_iso2, base, total_wt }) => (
          <tr key={tax_rate_id}>
            <th scope="row">
              {rateName({ name, value }, language)} <span className={textStyles.muted}>{country_iso2}</span>
            </th>
            <Amounts ex={base} wt={total_wt} open={rowsOf(report, 'vat', { type: 'product', tax_rate_id })} />
          </tr>
        )),
      )}
      <tr data-total>
        <th scope="row">{t('report.vatReturn.total')}</th>
        <Amounts ex={total.base} wt={total.total_wt} />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.differences')}</th>
        <Differences report={report} />
      </tr>
      {(rest.base !== 0 || rest.total_wt !== 0) && (
        <tr data-attention>
          <th scope="row">{t('report.vatReturn.rest')}</th>
          <Amounts ex={rest.base} wt={rest.total_wt} />
        </tr>
      )}
      <tr data-total>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <Amounts ex={turnover.base} wt={turnover.total_wt} />
      </tr>
    </AmountsTable>
  );
}

/** The turnover of each shop that sold something, such as the tills of a location; nothing where there is one. */
function Shops({ closing: { report } }: Pick<ClosedDayProps, 'closing'>) {
  const { t } = useTranslation();
  const shopName = useShopName();
  const { shop_totals: totals, total, total_wt } = report.turnover_by_group;
  if (totals.length < 2) return null;
  return (
    <AmountsTable title={t('figures.byShop')}>
      {totals
        .filter(({ value, value_wt }) => value !== 0 || value_wt !== 0)
        .map(({ shop_id, value, value_wt }) => (
          <tr key={shop_id}>
            <th scope="row">{shopName(shop_id)}</th>
            <Amounts ex={value} wt={value_wt} />
          </tr>
        ))}
      <tr data-total>
        <th scope="row">{t('terms.total')}</th>
        <Amounts ex={total} wt={total_wt} />
      </tr>
    </AmountsTable>
  );
}

function AmountsTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ClosingTable title={title} columns={['', t('terms.side.ex'), t('report.vat'), t('terms.side.wt')]}>
      {children}
    </ClosingTable>
  );
}

interface ClosingTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

function ClosingTable({ title, columns, children }: ClosingTableProps) {
  return (
    <section>
      <h2 className={textStyles.sectionTitle}>{title}</h2>
      <WideTable label={title}>
        <table className={`${figureStyles.table} ${styles.table}`} aria-label={title}>
          <TableHead columns={columns} />
          <tbody>{children}</tbody>
        </table>
      </WideTable>
    </section>
  );
}

type OpenSide = (side: FigureSide, amount: number) => Address;

/** Opens the items of the day that a line is made of. */
function rowsOf(report: FinancialReport, figure: ItemFigure, filters: Omit<ItemFilters, 'from'>): OpenSide {
  return (side, amount) => itemRowsAddress({ figure, side, amount }, { ...reportScope(report), ...filters });
}

/** Cash rounding with the sign of turnover, where the platform knows it. */
function Differences({ report }: Pick<DayClosing, 'report'>) {
  const { total_differences: ex, total_differences_wt: wt } = report.revenue;
  if (knownFigure(report, 'differences', ex) !== null) {
    return <Amounts ex={-ex} wt={-wt} open={rowsOf(report, 'differences', { type: 'rounding' })} />;
  }
  return (
    <td colSpan={3}>
      <NotKnown name="differences" />
    </td>
  );
}

interface AmountsProps {
  readonly ex: number;
  readonly wt: number;
  /** Absent for amounts without rows of their own. */
  readonly open?: OpenSide;
}

/** Without VAT, the VAT as the difference of what is given, and with VAT. */
function Amounts({ ex, wt, open }: AmountsProps) {
  const { amount } = useFormat();
  const sides = [
    ['ex', ex],
    ['vat', toEuros(fromEuros(wt) - fromEuros(ex))],
    ['wt', wt],
  ] as const;
  return sides.map(([side, euros]) => (
    <td key={side}>
      <FigureLink rows={open?.(side, euros) ?? null}>{amount(euros)}</FigureLink>
    </td>
  ));
}
