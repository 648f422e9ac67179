import { useTranslation } from 'react-i18next';
import { type FinancialReport, listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import { calculateVatReturn, DECLARED_NOTES, type VatBox, type VatReturn } from '../../../shared/vat-return.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { Explained } from '../../components/figures.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { useMe } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { OwnOnly, useFormatTitle } from './comparison.tsx';
import styles from './report-page.module.css';
import type { SectionRow } from './section-rows.tsx';
import { StatementSection, StatementTable } from './statement-table.tsx';

/** The base and VAT for each box of the Dutch VAT return, then how they relate to the turnover. */
export function VatSection({ rows }: { readonly rows: readonly SectionRow[] }) {
  const { t } = useTranslation();
  const title = useFormatTitle()(t('report.vatReturn.title'));
  const groups = [...Map.groupBy(rows, ({ of }) => of.box)].map(([box, ofBox]) => ({
    ...{ key: box ?? 'end', rows: ofBox },
    ...(box && { heading: <BoxName box={box} /> }),
  }));
  return (
    <StatementSection title={title} info={t('report.vatReturn.note')}>
      <StatementTable label={title} groups={groups} />
    </StatementSection>
  );
}

function BoxName({ box }: { readonly box: VatBox }) {
  const { t } = useTranslation();
  const name = t(`report.vatReturn.box.${box}`);
  if (box !== 'foreign') return name;
  return (
    <>
      {name} <Explained label={name} how={t('report.vatReturn.foreignNote')} isIconOnly />
    </>
  );
}

/**
 * The amounts to fill in on the Dutch VAT return of a whole company, in whole euros. Leaves out amounts that the return
 * does not include.
 */
export function DeclaredSection({ report }: { readonly report: FinancialReport }) {
  const { t } = useTranslation();
  const today = useToday();
  const isLocked = useMe().locked_location !== null;
  const language = useLanguage();
  const vat = calculateVatReturn(report);
  const title = t('report.vatReturn.declared');
  if (vat === null) return null;
  const coversAll = listShopIds(report).length === 0 && listLocationIds(report).length === 0;
  return (
    <StatementSection title={title} aside={coversAll && <OwnOnly />}>
      {coversAll && report.to >= today && <p className={styles.note}>{t('report.vatReturn.notOver')}</p>}
      {coversAll && <DeclaredTable title={title} vat={vat} />}
      <p className={styles.note}>
        {coversAll ? DECLARED_NOTES[language].join(' ') : t(`report.vatReturn.${isLocked ? 'notAlone' : 'chooseAll'}`)}
      </p>
    </StatementSection>
  );
}

function DeclaredTable({ title, vat }: { readonly title: string; readonly vat: VatReturn }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { boxes, declaredTax } = vat;
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
        getRowKey={({ key }) => key}
        rowProps={(row) => ({ 'data-total': row === total || undefined })}
      />
    </div>
  );
}
