import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClosingTable, createClosingTables } from '../../../shared/closing-tables.ts';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { type FigureLine, getLineLabel } from '../../../shared/report-lines.ts';
import { formatMissing } from '../../../shared/unknown-figures.ts';
import { formatRateName } from '../../../shared/vat-return.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import figureStyles from '../../components/figures.module.css';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { MethodNote } from '../../components/method-note.tsx';
import { WideTable } from '../../components/page/page.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, getDayClosingAddress } from '../../lib/address/address.ts';
import { getVat, isLineOff, type ReportFigure, type ReportLine, toLine } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopName } from '../../lib/queries/shops.ts';
import styles from './day-closing-page.module.css';

interface ClosingTablesProps {
  readonly closing: DayClosing;
  readonly half: ClosingTable['half'];
}

/** The tables of one half of the page. */
export function ClosingTables({ closing: { date, report }, half }: ClosingTablesProps) {
  const tables = createClosingTables(report).filter((table) => table.half === half);
  return tables.map((table) => <LinesTable key={table.section} table={table} report={report} date={date} />);
}

interface LinesTableProps {
  readonly table: ClosingTable;
  readonly report: FinancialReport;
  readonly date: string;
}

interface LineRow {
  readonly of: FigureLine;
  readonly line: ReportLine;
  /** The address that all amounts open. Default: each opens its own rows. */
  readonly rows: Address | undefined;
}

/**
 * The amounts without VAT, the VAT, and with VAT, or only with VAT. They are one cell if the platform does not know
 * them.
 */
function LinesTable({ table: { section, half, lines }, report, date }: LinesTableProps) {
  const { t } = useTranslation();
  const { sections, sheetNames } = REPORT_LABELS[useLanguage()];
  const rounding = useRounding();
  const title = section === 'vatReturn' ? sheetNames.vatReturn : sections[section];
  const rows = lines.map((of): LineRow => {
    const shopId = of.ids.shop_id;
    const shop = shopId === undefined ? undefined : getDayClosingAddress({ date, shop_id: [shopId] });
    return { of, line: toLine(report, of), rows: shop };
  });
  const renderFigure = (figure: ReportFigure | null, opened: Address | undefined) =>
    figure && <ClosingAmount figure={figure} rows={opened} />;
  const inclVat: PlainColumn<LineRow> = {
    ...{ id: 'wt', header: t('terms.side.wt') },
    cell: ({ line, rows: opened }) => renderFigure(line.inclVat, opened),
  };
  const both: readonly PlainColumn<LineRow>[] = [
    {
      ...{ id: 'ex', header: t('terms.side.ex') },
      span: ({ line }) => (line.exVat?.euros === null ? 3 : 1),
      cell: ({ line, rows: opened }) => renderFigure(line.exVat, opened),
    },
    {
      ...{ id: 'vat', header: t('report.vat') },
      cell: ({ line, rows: opened }) => renderFigure(getVat(line), opened),
    },
    inclVat,
  ];
  return (
    <section>
      <h2 className={textStyles.sectionTitle}>{title}</h2>
      <WideTable label={title}>
        <PlainTable
          label={title}
          className={`${figureStyles.table} ${styles.table}`}
          columns={[
            { id: 'label', header: '', isRowHeading: true, cell: (row) => <ClosingLabel {...row} /> },
            ...(half === 'left' ? both : [inclVat]),
          ]}
          rows={rows}
          getRowKey={({ of }) => of.key}
          rowProps={({ of }) => ({
            'data-total': of.definition.isSum,
            'data-attention': isLineOff(report, of, rounding) || undefined,
          })}
        />
      </WideTable>
    </section>
  );
}

/** A shop opens its own day statement. */
function ClosingLabel({ of: line, rows }: LineRow): ReactNode {
  const language = useLanguage();
  const getShopName = useShopName();
  const { rate, ids, without } = line;
  if (rate) {
    return (
      <>
        {formatRateName(rate, language)} <span className={textStyles.muted}>{rate.country_iso2}</span>
      </>
    );
  }
  if (rows !== undefined && ids.shop_id !== undefined) {
    return <FigureLink rows={rows}>{getShopName(ids.shop_id)}</FigureLink>;
  }
  return (
    <>
      {getLineLabel(line, language)}
      {ids.type_alias !== undefined && <MethodNote typeAlias={ids.type_alias} />}
      {without.length > 0 && <span className={textStyles.small}> {formatMissing(without, language)}</span>}
    </>
  );
}

interface ClosingAmountProps {
  readonly figure: ReportFigure;
  /** Default: the rows of the figure. */
  readonly rows: Address | undefined;
}

/** An amount of 0 has no list to open. */
function ClosingAmount({ figure, rows }: ClosingAmountProps) {
  const { amount } = useFormat();
  if (figure.euros === null) return <NotKnown name={figure.unknown} />;
  return <FigureLink rows={figure.euros === 0 ? null : (rows ?? figure.rows)}>{amount(figure.euros)}</FigureLink>;
}
