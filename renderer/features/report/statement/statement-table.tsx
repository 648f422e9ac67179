import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparisonHeadings } from '../comparison/comparison-cells.tsx';
import { useComparison } from '../comparison/report-comparison.ts';
import styles from './statement-table.module.css';

interface StatementTableProps {
  readonly label: string;
  /** Header of the column between the amounts without and with VAT. */
  readonly between: string;
  readonly children: ReactNode;
}

const COLUMNS = 4;
const COMPARED_COLUMNS = 3;

/**
 * Lines of a statement in three columns of figures: without VAT, something between, with VAT. Where the report is
 * compared there are three more: the amount compared, the difference, and its percentage.
 */
export function StatementTable({ label, between, children }: StatementTableProps) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={label} data-compared={isCompared || undefined}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('report.exVat')}</th>
            <th scope="col">{between}</th>
            <th scope="col">{t('report.inclVat')}</th>
            {isCompared && <ComparisonHeadings />}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** A heading inside a table, over the lines that follow. */
export function StatementSubheading({ children }: { readonly children: string }) {
  const isCompared = useComparison() !== null;
  return (
    <tr data-heading>
      <th scope="rowgroup" colSpan={COLUMNS + (isCompared ? COMPARED_COLUMNS : 0)}>
        {children}
      </th>
    </tr>
  );
}
