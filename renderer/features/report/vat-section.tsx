import { useTranslation } from 'react-i18next';
import { locationsOf, shopsOf } from '../../../shared/contract/financial-report.ts';
import { type Pair, pairByKey } from '../../../shared/report-comparison.ts';
import { DECLARED_NOTES, isRestWithin, lackingOfReturn } from '../../../shared/vat-return.ts';
import { PlainTable, type RowGroup } from '../../components/data-table/plain-table.tsx';
import { Explained } from '../../components/figures.tsx';
import { countryName } from '../../lib/format.ts';
import { useMe, useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { type ComparedReports, OwnOnly, useSidedTitle } from './comparison.tsx';
import { Uncompared, UnknownSection } from './known-section.tsx';
import { type BoxLine, type CountryLine, vatLines } from './report-lines.ts';
import styles from './statement.module.css';
import { rateRow, rowMaker, type StatementRow, StatementSection, StatementTable, TOTAL } from './statement-table.tsx';

/** Base and VAT for each box of the Dutch return, then how they come to the turnover. */
export function VatSection({ report, before }: ComparedReports) {
  const { t } = useTranslation();
  const title = useSidedTitle()(t('report.vatReturn.title'));
  const lines = vatLines(report);
  const compared = before && vatLines(before);
  if (lines === null) return <UnknownVat title={title} report={report} />;
  const section = <KnownVat title={title} lines={lines} compared={compared} />;
  return before !== null && compared === null ? <Uncompared>{section}</Uncompared> : section;
}

/** Names the first section that the return lacks. */
function UnknownVat({ title, report }: Pick<ComparedReports, 'report'> & { readonly title: string }) {
  return <UnknownSection title={title} name={lackingOfReturn(report) ?? 'revenue_wt'} />;
}

type VatLines = NonNullable<ReturnType<typeof vatLines>>;

interface KnownVatProps {
  readonly title: string;
  readonly lines: VatLines;
  readonly compared: VatLines | null;
}

function KnownVat({ title, lines, compared }: KnownVatProps) {
  const { t } = useTranslation();
  const { boxes, declaredTax, vat, ...sums } = lines;
  const { rest } = sums;
  const hasRest = [rest, compared?.rest].some((line) => line?.exVat?.euros || line?.inclVat?.euros);
  const isRounding = isRestWithin(vat, useRounding());
  const boxGroup = useBoxGroup();
  const row = rowMaker(sums, compared);
  const end: RowGroup<StatementRow> = {
    key: 'end',
    rows: [
      row('total', t('report.vatReturn.total'), TOTAL),
      row('differences', t('rows.figure.differences')),
      ...(hasRest ? [row('rest', t('report.vatReturn.rest'), { needsAttention: !isRounding })] : []),
      row('turnover', t('report.revenue.turnover'), TOTAL),
    ],
  };
  return (
    <StatementSection title={title} info={t('report.vatReturn.note')}>
      <StatementTable label={title} groups={[...pairByKey(boxes, compared?.boxes).map(boxGroup), end]} />
    </StatementSection>
  );
}

/** The rates of a box, and their sum where there are several; other countries each with a sum, as they are filed for. */
function useBoxGroup(): (box: Pair<BoxLine>) => RowGroup<StatementRow> {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ key, named, now, before }) => {
    const countries = pairByKey(now?.countries ?? [], before?.countries);
    const count = countries.reduce((all, { named: { rates } }) => all + rates.length, 0);
    const boxName = t(`report.vatReturn.box.${named.box}`);
    const sum = { key: 'sum', label: t(`report.vatReturn.sum.${named.box}`), line: now, before, ...TOTAL };
    const sumOf = (country: Pair<CountryLine>): StatementRow => ({
      ...{ key: country.key, line: country.now, before: country.before, ...TOTAL },
      label: t('report.vatReturn.country', { country: countryName(country.named.country, language) }),
    });
    return {
      key,
      heading:
        named.box === 'foreign' ? (
          <>
            {boxName} <Explained label={boxName} how={t('report.vatReturn.foreignNote')} isIconOnly />
          </>
        ) : (
          boxName
        ),
      rows: [
        ...countries.flatMap((country) => [
          ...pairByKey(country.now?.rates ?? [], country.before?.rates).map(rateRow),
          ...(named.box === 'foreign' ? [sumOf(country)] : []),
        ]),
        ...(count > 1 ? [sum] : []),
      ],
    };
  };
}

/** What to fill in the Dutch return, which is of a whole company: whole euros, without what is not in it. */
export function DeclaredSection({ report }: Pick<ComparedReports, 'report'>) {
  const { t } = useTranslation();
  const isLocked = useMe().locked_location !== null;
  const language = useLanguage();
  const title = t('report.vatReturn.declared');
  if (shopsOf(report).length > 0 || locationsOf(report).length > 0) {
    return (
      <StatementSection title={title}>
        <p className={styles.note}>{t(`report.vatReturn.${isLocked ? 'notAlone' : 'chooseAll'}`)}</p>
      </StatementSection>
    );
  }
  const lines = vatLines(report);
  if (lines === null) return <UnknownVat title={title} report={report} />;
  return (
    <StatementSection title={title} aside={<OwnOnly />}>
      <DeclaredTable title={title} lines={lines} />
      <p className={styles.note}>{DECLARED_NOTES[language].join(' ')}</p>
    </StatementSection>
  );
}

function DeclaredTable({ title, lines }: Pick<KnownVatProps, 'title' | 'lines'>) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { boxes, declaredTax } = lines;
  const total = { key: 'total', label: t('report.vatReturn.declaredTotal'), base: '', tax: quantity(declaredTax) };
  const rows = boxes.flatMap(({ box, declared }) => {
    if (declared === null) return [];
    const tax = box === '1e' ? '' : quantity(declared.tax);
    return [{ key: box, label: t(`report.vatReturn.box.${box}`), base: quantity(declared.base), tax }];
  });
  return (
    <div className={styles.scroller}>
      <PlainTable
        label={title}
        className={styles.lines}
        columns={[
          { id: 'box', header: '', isRowHeading: true, cell: ({ label }) => label },
          { id: 'base', header: t('report.vatReturn.declaredBase'), cell: ({ base }) => base },
          { id: 'tax', header: t('report.vatReturn.declaredTax'), cell: ({ tax }) => tax },
        ]}
        rows={[...rows, total]}
        rowKey={({ key }) => key}
        rowProps={(row) => ({ 'data-total': row === total || undefined })}
      />
    </div>
  );
}
