import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../../../shared/contract/company.ts';
import { type FinancialReport, listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import {
  createPaymentCode,
  createRevenueCode,
  createVatCode,
  createVatCodeCode,
  type Ledgers,
} from '../../../shared/contract/ledgers.ts';
import { type BookedLine, type Booking, bookReport, createBookingCode } from '../../../shared/journal.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import { needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import { type FigureName, REPORT_FIGURES } from '../../../shared/report-figures.ts';
import { createReportLines, createSectionLines, getLineLabel } from '../../../shared/report-lines.ts';
import { formatUnknownLabels } from '../../../shared/unknown-figures.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import { FigureLink } from '../../components/figures.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { ReplacedFigures, ReportSubject } from '../../components/page/report-subject.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, getLedgerSettingsAddress } from '../../lib/address/address.ts';
import {
  getGroupRows,
  getItemRowsAddress,
  getPaymentRowsAddress,
  getReportScope,
} from '../../lib/address/figure-rows.ts';
import { type ReportFigure, toLine } from '../../lib/figure-lines.ts';
import { formatList } from '../../lib/format.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import styles from './journal.module.css';

interface BookingContentProps {
  readonly report: UseQueryResult<FinancialReport>;
  readonly ledgers: UseQueryResult<Company>;
}

const SKELETON_WIDTHS = [12, 48, 14, 14];

export function BookingContent({ report, ledgers }: BookingContentProps) {
  const { t } = useTranslation();
  if (report.data && ledgers.data) {
    return <Booked report={report.data} ledgers={ledgers.data} isReplaced={report.isPlaceholderData} />;
  }
  const failed = [report, ledgers].find(({ isError }) => isError);
  if (!failed) return <SkeletonRows rows={14} widths={SKELETON_WIDTHS} />;
  return <QueryFailure query={failed} stillUsable={t('report.stillUsable')} />;
}

interface BookedProps {
  readonly report: FinancialReport;
  readonly ledgers: Company;
  readonly isReplaced: boolean;
}

/** Figures of the previous choice stay, dimmed and with its period. */
function Booked({ report, ledgers, isReplaced }: BookedProps) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const today = useToday();
  const language = useLanguage();
  const booking = bookReport(report, ledgers.accounts, language);
  return (
    <>
      <div className={styles.heading}>
        <ReportSubject
          report={report}
          isReplaced={isReplaced}
          facts={
            <span>
              {t('journal.bookedAs', {
                code: createBookingCode(report, listLocationIds(report), listShopIds(report)),
                date: day(report.to),
              })}
            </span>
          }
        >
          {report.to >= today && <p className={styles.hint}>{t('journal.notOver')}</p>}
        </ReportSubject>
      </div>
      <ReplacedFigures isReplaced={isReplaced} className={styles.figures}>
        {!booking.isKnown ? (
          <EmptyPanel
            title={t('journal.notKnown')}
            reason={t('journal.notKnownReason', { names: formatUnknownLabels(booking.unknown, language) })}
          />
        ) : booking.lines.length === 0 ? (
          <EmptyPanel title={t('journal.empty')} reason={t('journal.emptyReason')} />
        ) : (
          <>
            <BookingVerdict booking={booking} report={report} />
            <p className={styles.hint}>
              {booking.lines.some(({ key }) => key === 'prepayments' || key === 'gift_cards') && t('journal.noVatYet')}
            </p>
            <p className={styles.hint}>{t('journal.snelstart')}</p>
            <p className={styles.setUp}>
              <AddressLink
                address={getLedgerSettingsAddress({ from: report.from, to: report.to })}
                className={linkStyles.link}
              >
                {t(ledgers.mayChange ? 'journal.setUp' : 'journal.view')}
              </AddressLink>
            </p>
            <BookingTable booking={booking} report={report} />
            <RateTable report={report} accounts={ledgers.accounts} />
          </>
        )}
      </ReplacedFigures>
    </>
  );
}

interface BookingWithReport {
  readonly booking: Booking;
  readonly report: FinancialReport;
}

function BookingTable({ booking, report }: BookingWithReport) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const hasVatCodes = booking.lines.some((line) => line.vatCode !== null);
  const vatCode: PlainColumn<BookedLine> = {
    id: 'vatCode',
    header: t('journal.vatCode'),
    cell: (line) => line.vatCode,
  };
  // Blank on the other side of the booking.
  const renderFigure = (line: BookedLine, booked: Amount) =>
    booked === 0 ? null : <FigureLink rows={getLineRows(report, line)}>{amount(toEuros(booked))}</FigureLink>;
  return (
    <WideTable label={t('journal.booking')}>
      <PlainTable
        label={t('journal.booking')}
        className={styles.booking}
        columns={[
          { id: 'ledger', header: t('journal.ledger'), cell: ({ ledger }) => ledger ?? t('terms.none') },
          {
            id: 'description',
            header: t('terms.description'),
            isRowHeading: true,
            cell: ({ description }) => description,
          },
          ...(hasVatCodes ? [vatCode] : []),
          { id: 'debit', header: t('journal.debit'), cell: (line) => renderFigure(line, line.debit) },
          { id: 'credit', header: t('journal.credit'), cell: (line) => renderFigure(line, line.credit) },
        ]}
        rows={booking.lines}
        getRowKey={({ key }) => key}
        rowProps={({ ledger }) => ({ 'data-missing': ledger === null || undefined })}
        totals={{
          ledger: t('terms.total'),
          debit: amount(toEuros(booking.debit)),
          credit: amount(toEuros(booking.credit)),
        }}
      />
    </WideTable>
  );
}

interface RateTableProps {
  readonly report: FinancialReport;
  readonly accounts: Ledgers;
}

/** The turnover at each VAT rate. The lines of a booking do not show it, as a turnover group may have several rates. */
function RateTable({ report, accounts }: RateTableProps) {
  const { t } = useTranslation();
  const isPrinting = useIsPrinting();
  const { amount } = useFormat();
  const language = useLanguage();
  const rows = createSectionLines('vatReturn', createReportLines(report))
    .filter(({ named }) => named.rate || named.name === 'vatTotal')
    .map(({ named }) => ({ of: named, ...toLine(report, named) }));
  const renderFigure = (figure: ReportFigure | null) =>
    figure?.euros != null && <FigureLink rows={figure.rows}>{amount(figure.euros)}</FigureLink>;
  return (
    <section className={styles.rates}>
      <h2 className={textStyles.sectionTitle}>{t('journal.rates')}</h2>
      {!isPrinting && <p className={styles.hint}>{t('journal.ratesWhere')}</p>}
      <WideTable label={t('journal.rates')}>
        <PlainTable
          label={t('journal.rates')}
          className={styles.booking}
          columns={[
            {
              id: 'rate',
              header: t('rows.filter.rate'),
              isRowHeading: true,
              cell: ({ of }) => getLineLabel(of, language),
            },
            {
              ...{ id: 'code', header: t('journal.vatCode') },
              cell: ({ of }) => of.rate && (accounts[createVatCodeCode(of.rate.tax_rate_id)] ?? t('terms.none')),
            },
            { id: 'ex', header: t('terms.turnover.ex'), cell: ({ exVat }) => renderFigure(exVat) },
            { id: 'vat', header: t('report.vat'), cell: ({ vat }) => renderFigure(vat) },
          ]}
          rows={rows}
          getRowKey={({ key }) => key}
          rowProps={({ of }) => ({ 'data-total': of.definition.isSum })}
        />
      </WideTable>
    </section>
  );
}

/** Lines that are one figure of the report, by their key. */
const LINE_FIGURES: ReadonlyMap<string, FigureName> = new Map([
  ['differences', 'differences'],
  ['gift_cards', 'giftCards'],
  ['tips', 'tips'],
  ['prepayments', 'prepayments'],
  ['other_non_revenue', 'otherNonRevenue'],
  ['receivables:paid', 'paymentsOnInvoice'],
]);

/** The rows that add up to a line; `null` if methods or groups share an account, as no filter selects them. */
export function getLineRows(report: FinancialReport, { key, code, debit, credit }: BookedLine): Address | null {
  const scope = getReportScope(report);
  const [method, ...otherMethods] = (report.direct_paid?.payment_methods ?? []).filter(
    ({ type_alias }) => createPaymentCode(type_alias) === code,
  );
  if (method) {
    const { provider_method_type_id } = method;
    const amount = toEuros(debit - credit);
    return otherMethods.length > 0 ? null : getPaymentRowsAddress({ amount }, { ...scope, provider_method_type_id });
  }
  if (key === 'receivables') {
    const opened = { figure: 'on-account', side: 'wt', amount: toEuros(debit - credit) } as const;
    return getItemRowsAddress(opened, { ...scope, type: 'product', payment_term: 'invoice' });
  }
  // Sales are on the credit side.
  const opened = debit > 0 ? { amount: toEuros(debit), isNegated: true } : { amount: toEuros(credit) };
  const [group, ...otherGroups] = (report.turnover_by_group?.rows ?? []).filter(
    ({ product_group_code }) => product_group_code !== null && createRevenueCode(product_group_code) === code,
  );
  if (group) {
    const { figure, filters } = getGroupRows(group.product_group_id);
    return otherGroups.length > 0
      ? null
      : getItemRowsAddress({ figure, side: 'ex', ...opened }, { ...scope, ...filters });
  }
  const { direct_paid, not_paid_now } = report;
  const rates = [direct_paid, not_paid_now, not_paid_now?.settled_since].flatMap((section) => section?.rates ?? []);
  const rate = rates.find(({ tax_rate_id }) => createVatCode(tax_rate_id) === code);
  if (rate) {
    const { tax_rate_id } = rate;
    return getItemRowsAddress({ figure: 'vat', side: 'vat', ...opened }, { ...scope, type: 'product', tax_rate_id });
  }
  const name = LINE_FIGURES.get(key);
  if (name === undefined) return null;
  const { rowsName, rows } = REPORT_FIGURES[name];
  return rowsName === undefined
    ? null
    : getItemRowsAddress({ figure: rowsName, side: 'wt', ...opened }, { ...scope, ...rows[0]?.filters });
}

/** Says whether both sides are equal, what has no ledger account, which checks need attention, and what is unknown. */
function BookingVerdict({ booking, report }: BookingWithReport) {
  const { debit, residual, unmapped, unknown } = booking;
  const { t } = useTranslation();
  const language = useLanguage();
  const { money } = useFormat();
  const doubtful = verifyChecks(report, useRounding()).filter(needsAttention);
  const names = doubtful.map(({ check }) => t(`report.checks.short.${check.name}`)).join(', ');
  return (
    <div className={styles.verdict} role="status">
      <Line holds={residual === 0}>
        {residual === 0
          ? t('journal.balanced', { amount: money(toEuros(debit)) })
          : t('journal.unbalanced', { amount: money(toEuros(residual)) })}
      </Line>
      {unmapped.length > 0 && (
        <Line holds={false}>
          {t('journal.unmapped', {
            names: formatList(
              unmapped.map(({ description }) => description),
              language,
            ),
          })}
        </Line>
      )}
      {doubtful.length > 0 && (
        <Line holds={false}>{t('journal.doubtfulChecks', { count: doubtful.length, names })}</Line>
      )}
      {unknown.length > 0 && (
        <Line holds={false}>{t('journal.unknown', { names: formatUnknownLabels(unknown, language) })}</Line>
      )}
    </div>
  );
}

function Line({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }) {
  return (
    <p data-fails={!holds || undefined}>
      {holds ? <IconCheck size={15} stroke={2.2} aria-hidden /> : <IconAlertTriangleFilled size={15} aria-hidden />}
      {children}
    </p>
  );
}
