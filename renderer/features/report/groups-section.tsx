import { Box } from '@mantine/core';
import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSection, type ReportWith, type WholeReport } from '../../../shared/contract/financial-report.ts';
import { getFigure, type VatSide } from '../../../shared/report-comparison.ts';
import { createReportLines, type FigureLine } from '../../../shared/report-lines.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import { chooseAmount } from '../../lib/amounts.ts';
import { type ReportLine, toLine } from '../../lib/figure-lines.ts';
import { useFormat } from '../../lib/language.ts';
import { useShortShopName } from '../../lib/queries/shops.ts';
import {
  type ComparedReports,
  getComparedFigure,
  OwnHeading,
  useComparedColumns,
  useCompareLines,
  useComparison,
} from './comparison.tsx';
import { ChartSwitch, SideSwitch, useCharted, useSide } from './report-choices.tsx';
import { type FigureBar, FigureBars, FigureText, OpenFigure } from './report-figures.tsx';
import styles from './report-page.module.css';
import { LineLabel, type SectionRow, useSectionRows } from './section-rows.tsx';
import { MissingParts, StatementSection, StatementTable } from './statement-table.tsx';

type GroupsReport = ReportWith<'turnover_by_group'>;

/** The turnover by group and shop, with totals. One line if the platform does not know it. */
export function GroupsSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const side = useSide();
  const [isCharted] = useCharted('groups');
  const rows = useSectionRows({ report, before })('groups');
  if (!hasSection(report, 'turnover_by_group')) {
    return (
      <StatementSection title={t('report.groups.title')}>
        <StatementTable label={t('report.groups.title')} groups={[{ key: 'groups', rows }]} />
      </StatementSection>
    );
  }
  return (
    <StatementSection
      title={`${t('report.groups.title')}, ${t(`rows.side.${side}`)}`}
      aside={
        <>
          <ChartSwitch section="groups" />
          <SideSwitch label={t('report.groups.side')} />
        </>
      }
    >
      {isCharted ? (
        <GroupsChart report={report} rows={rows} side={side} />
      ) : (
        <GroupsTable report={report} rows={rows} side={side} />
      )}
    </StatementSection>
  );
}

/** The minimum widths of a group's name, of figures below a million, and of larger ones. */
const MIN_GROUP_WIDTH_PX = 160;
const MIN_FIGURE_WIDTH_PX = 84;
const MIN_LONG_FIGURE_WIDTH_PX = 100;

const COMPARED_COLUMNS = 3;

/** Scrolls sideways while the groups stay in view. On paper, a table that is too wide is split into parts. */
function GroupsTable(props: Omit<GroupsGridProps, keyof GroupColumns> & Pick<GroupColumns, 'side'>) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const { total_wt } = props.report.turnover_by_group;
  const shops = listShopColumns(props.report);
  const parts = splitForPaper(shops, isCompared);
  const figures = shops.length + 1 + (isCompared ? COMPARED_COLUMNS : 0);
  const figuresPx = figures * (Math.abs(total_wt) < 1_000_000 ? MIN_FIGURE_WIDTH_PX : MIN_LONG_FIGURE_WIDTH_PX);
  const widths = {
    '--figures-width': `${figuresPx}px`,
    '--least-width': `${MIN_GROUP_WIDTH_PX + figuresPx}px`,
  } as CSSProperties;
  return (
    <>
      <Box
        className={styles.groupsScroller}
        data-in-parts={parts.length > 1 || undefined}
        style={widths}
        role="group"
        tabIndex={0}
        aria-label={t('report.groups.title')}
      >
        <GroupsGrid {...props} shops={shops} hasTotals />
      </Box>
      {parts.length > 1 &&
        parts.map((part) => (
          <div key={part.key} className={styles.part}>
            <GroupsGrid {...props} shops={part.shops} hasTotals={part.hasTotals} />
          </div>
        ))}
    </>
  );
}

type Shops = WholeReport['shops'];

/** The shops with a column. A single shop has none, because it equals the total. */
function listShopColumns({ turnover_by_group: { shops } }: GroupsReport): Shops {
  return shops.length === 1 ? [] : shops;
}

/** A part of a table that is too wide for the paper. */
interface PaperPart {
  readonly key: string;
  readonly shops: Shops;
  /** Whether the part has the totals, as only the last one does. */
  readonly hasTotals: boolean;
}

/** The number of shops that fit on an A4 portrait page beside the name of the group. */
const MAX_SHOPS_ON_PAPER = 6;

const MAX_SHOPS_BESIDE_TOTAL = 5;

/** The number of shops that fit beside the total and the columns of a comparison. */
const MAX_SHOPS_BESIDE_COMPARISON = 2;

/** Splits the shops into tables that fit on paper. The last one also has the totals. */
export function splitForPaper(shops: Shops, isCompared: boolean): readonly PaperPart[] {
  const beside = isCompared ? MAX_SHOPS_BESIDE_COMPARISON : MAX_SHOPS_BESIDE_TOTAL;
  const parts: PaperPart[] = [];
  let rest = shops;
  while (rest.length > beside) {
    parts.push({ key: `part-${parts.length}`, shops: rest.slice(0, MAX_SHOPS_ON_PAPER), hasTotals: false });
    rest = rest.slice(MAX_SHOPS_ON_PAPER);
  }
  return [...parts, { key: 'totals', shops: rest, hasTotals: true }];
}

interface GroupColumns {
  readonly side: VatSide;
  /** The shops with a column. */
  readonly shops: Shops;
  /** Whether the total of each group and its comparison are shown. */
  readonly hasTotals: boolean;
}

interface GroupsGridProps extends GroupColumns {
  readonly report: GroupsReport;
  /** The groups, followed by their total. */
  readonly rows: readonly SectionRow[];
}

function GroupsGrid({ report, rows, ...columns }: GroupsGridProps) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const findShopLine = useMemo(() => createShopLineFinder(report), [report]);
  const { shops, hasTotals, side } = columns;
  const shortenShopName = useShortShopName();
  const compare = useCompareLines();
  const isTotalOnly = shops.length === 0;
  const comparedColumns = useComparedColumns<SectionRow>(({ line, before }) => compare({ now: line, before }));
  const totalColumn: PlainColumn<SectionRow> = {
    id: 'total',
    header: isCompared && isTotalOnly ? <OwnHeading /> : t('terms.total'),
    className: styles.total,
    cell: ({ line }) => {
      const figure = getComparedFigure(line, side);
      return figure ? <OpenFigure figure={figure} /> : '';
    },
  };
  const name: PlainColumn<SectionRow> = {
    ...{ id: 'group', header: t('terms.group'), isRowHeading: true },
    cell: ({ of, line }) => (
      <>
        <LineLabel of={of} />
        {line && of.definition.isSum && <MissingParts names={line.without} />}
      </>
    ),
  };
  const shownColumns: readonly PlainColumn<SectionRow>[] = [
    name,
    ...shops.map((shop) => ({
      id: `shop-${shop.shop_id}`,
      header: (
        <span data-read title={shop.title}>
          {breakAtDots(shortenShopName(shop.title))}
        </span>
      ),
      cell: ({ of, line }: SectionRow) => line && <ShopFigure line={findShopLine(of, shop.shop_id)} side={side} />,
    })),
    ...(hasTotals ? [totalColumn, ...comparedColumns] : []),
  ];
  const groups = rows.filter(({ of }) => !of.definition.isSum);
  const total = rows.find(({ of }) => of.definition.isSum);
  return (
    <PlainTable
      className={`${styles.table} ${styles.groups}`}
      tableProps={{ 'data-totals-alone': isTotalOnly || undefined, 'data-compared': isCompared || undefined }}
      columns={shownColumns}
      rows={groups}
      getRowKey={({ key }) => key}
      totals={total && Object.fromEntries(shownColumns.map(({ id, cell }) => [id, cell(total)]))}
    />
  );
}

/** Returns a function that finds the line of a shop in a group or in the total. */
function createShopLineFinder(report: GroupsReport): (of: FigureLine, shopId: number) => ReportLine | null {
  const getKey = (groupId: number | null | undefined, shopId: number | undefined) => `${groupId}-${shopId}`;
  const lines = new Map(
    createReportLines(report).map((line) => [
      getKey(line.ids.product_group_id, line.ids.shop_id),
      toLine(report, line),
    ]),
  );
  return ({ ids }, shopId) => lines.get(getKey(ids.product_group_id, shopId)) ?? null;
}

/** Lets a name such as `example.com` break after a dot instead of inside a word. */
function breakAtDots(text: string): ReactNode {
  const [first, ...rest] = text.split(/(?<=\.)/);
  return [
    first,
    ...rest.map((part) => (
      <Fragment key={part}>
        <wbr />
        {part}
      </Fragment>
    )),
  ];
}

/** Blank if the row does not have the shop. A 0 does not open rows, as there are many; the total of the row does. */
function ShopFigure({ line, side }: { readonly line: ReportLine | null; readonly side: VatSide }) {
  const format = useFormat();
  const figure = getFigure(line, side);
  // The total of the row shows the reason.
  if (figure?.euros === null) return format.amount(null);
  if (figure?.euros === 0) {
    return (
      <span data-zero>
        <FigureText figure={0} />
      </span>
    );
  }
  return figure && <OpenFigure figure={figure} />;
}

/** Bars for the groups, the largest first, and for the shops. */
function GroupsChart({ report, rows, side }: Omit<GroupsGridProps, 'shops' | 'hasTotals'>) {
  const { t } = useTranslation();
  const { turnover_by_group: given } = report;
  const shortenShopName = useShortShopName();
  const findShopLine = createShopLineFinder(report);
  const total = rows.find(({ of }) => of.definition.isSum)?.of;
  const shares = chooseAmount(side, given.total, given.total_wt);
  const createBar = (key: string, line: ReportLine | null, name: ReactNode): FigureBar[] => {
    const figure = getFigure(line, side);
    return figure ? [{ key, name, figure }] : [];
  };
  const getSize = ({ figure }: FigureBar) => figure.euros ?? Number.NEGATIVE_INFINITY;
  const groupBars = rows
    .filter(({ of }) => of !== total)
    .flatMap(({ key, of, line }) => createBar(key, line, <LineLabel of={of} />))
    .sort((one, other) => getSize(other) - getSize(one));
  const shopBars = given.shops.flatMap(({ shop_id, title }) =>
    createBar(
      String(shop_id),
      total ? findShopLine(total, shop_id) : null,
      <span title={title}>{shortenShopName(title)}</span>,
    ),
  );
  return (
    <div className={styles.pair}>
      <FigureBars title={t('report.charts.groups')} bars={groupBars} total={shares} />
      <FigureBars title={t('report.charts.shops')} bars={shopBars} total={shares} />
    </div>
  );
}
