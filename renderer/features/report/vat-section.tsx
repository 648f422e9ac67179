import { useTranslation } from 'react-i18next';
import { locationsOf, shopsOf } from '../../../shared/contract/financial-report.ts';
import { type Pair, pairByKey } from '../../../shared/report-comparison.ts';
import { DECLARED_NOTES, isRestWithin, lackingOfReturn } from '../../../shared/vat-return.ts';
import { countryName } from '../../lib/format.ts';
import { useMe, useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { type ComparedReports, OwnOnly, useSidedTitle } from './comparison.tsx';
import { Uncompared, UnknownSection } from './known-section.tsx';
import { type BoxLine, type CountryLine, vatLines } from './report-lines.ts';
import styles from './statement.module.css';
import { RateName, StatementLine, StatementSection, StatementSubheading, StatementTable } from './statement-table.tsx';

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
  const { boxes, total, differences, rest, turnover, vat } = lines;
  const hasRest = [rest, compared?.rest].some((line) => line?.exVat?.euros || line?.inclVat?.euros);
  const isRounding = isRestWithin(vat, useRounding());
  return (
    <StatementSection title={title}>
      <StatementTable label={title} between={t('report.vat')}>
        {pairByKey(boxes, compared?.boxes).map((box) => (
          <BoxLines key={box.key} box={box} isCompared={compared !== null} />
        ))}
        <tbody>
          <StatementLine isTotal label={t('report.vatReturn.total')} line={total} before={compared?.total} />
          <StatementLine label={t('rows.figure.differences')} line={differences} before={compared?.differences} />
          {hasRest && (
            <StatementLine
              needsAttention={!isRounding}
              label={t('report.vatReturn.rest')}
              line={rest}
              before={compared?.rest}
            />
          )}
          <StatementLine isTotal label={t('report.revenue.turnover')} line={turnover} before={compared?.turnover} />
        </tbody>
      </StatementTable>
      <p className={styles.note}>{t('report.vatReturn.note')}</p>
    </StatementSection>
  );
}

interface BoxLinesProps {
  readonly box: Pair<BoxLine>;
  readonly isCompared: boolean;
}

/** The rates of a box, and their sum where there are several; other countries each with a sum, as they are filed for. */
function BoxLines({ box: { named, now, before }, isCompared }: BoxLinesProps) {
  const { t } = useTranslation();
  const countries = pairByKey(now?.countries ?? [], isCompared ? (before?.countries ?? []) : undefined);
  const lines = countries.map((country) => (
    <CountryLines key={country.key} country={country} hasSum={named.box === 'foreign'} isCompared={isCompared} />
  ));
  const count = countries.reduce((all, { named: { rates } }) => all + rates.length, 0);
  return (
    <tbody>
      <StatementSubheading>{t(`report.vatReturn.box.${named.box}`)}</StatementSubheading>
      {lines}
      {count > 1 && <StatementLine isTotal label={t(`report.vatReturn.sum.${named.box}`)} line={now} before={before} />}
    </tbody>
  );
}

interface CountryLinesProps {
  readonly country: Pair<CountryLine>;
  readonly hasSum: boolean;
  readonly isCompared: boolean;
}

function CountryLines({ country: { named, now, before }, hasSum, isCompared }: CountryLinesProps) {
  const { t } = useTranslation();
  const rates = pairByKey(now?.rates ?? [], isCompared ? (before?.rates ?? []) : undefined);
  const sum = t('report.vatReturn.country', { country: countryName(named.country, useLanguage()) });
  return (
    <>
      {rates.map((pair) => (
        <StatementLine key={pair.key} label={<RateName pair={pair} />} line={pair.now} before={pair.before} />
      ))}
      {hasSum && <StatementLine isTotal label={sum} line={now} before={before} />}
    </>
  );
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
  return (
    <div className={styles.scroller}>
      <table className={styles.lines} aria-label={title}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('report.vatReturn.declaredBase')}</th>
            <th scope="col">{t('report.vatReturn.declaredTax')}</th>
          </tr>
        </thead>
        <tbody>
          {boxes.map(
            ({ box, declared }) =>
              declared && (
                <tr key={box}>
                  <th scope="row">{t(`report.vatReturn.box.${box}`)}</th>
                  <td>{quantity(declared.base)}</td>
                  <td>{box === '1e' ? '' : quantity(declared.tax)}</td>
                </tr>
              ),
          )}
          <tr data-total>
            <th scope="row">{t('report.vatReturn.declaredTotal')}</th>
            <td />
            <td>{quantity(declaredTax)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
