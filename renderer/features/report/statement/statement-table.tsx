import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/language.ts';
import styles from './statement-table.module.css';

interface StatementTableProps {
  readonly label: string;
  /** Header of the column between the amounts without and with VAT. */
  readonly between: string;
  readonly children: ReactNode;
}

/** Lines of a statement in three columns of figures: without VAT, something between, with VAT. */
export function StatementTable({ label, between, children }: StatementTableProps) {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('report.exVat')}</th>
          <th scope="col">{between}</th>
          <th scope="col">{t('report.inclVat')}</th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

/** Euros, a finished text such as a percentage, or nothing. */
type Figure = number | string | null;

interface StatementLineProps {
  readonly label: ReactNode;
  readonly exVat?: Figure;
  readonly between?: Figure;
  readonly inclVat?: Figure;
  /** A total has a rule above it and weight. */
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
}

/** The label takes the columns before the last where these are empty. */
export function StatementLine(props: StatementLineProps) {
  const { label, exVat = null, between = null, inclVat = null } = props;
  const hasOneFigure = exVat === null && between === null;
  return (
    <tr data-total={props.isTotal || undefined} data-attention={props.needsAttention || undefined}>
      <th scope="row" colSpan={hasOneFigure ? 3 : 1}>
        {label}
      </th>
      {!hasOneFigure && <FigureCell figure={exVat} />}
      {!hasOneFigure && <FigureCell figure={between} />}
      <FigureCell figure={inclVat} />
    </tr>
  );
}

function FigureCell({ figure }: { readonly figure: Figure }) {
  return <td>{figure !== null && <FigureText figure={figure} />}</td>;
}

/** A figure of the report: what stays a grey bar until it has been read. */
export function FigureText({ figure }: { readonly figure: number | string }) {
  const format = useFormat();
  return <span data-read>{typeof figure === 'number' ? format.amount(figure) : figure}</span>;
}

/** A heading inside a table, over the lines that follow. */
export function StatementSubheading({ children }: { readonly children: string }) {
  return (
    <tr data-heading>
      <th scope="rowgroup" colSpan={4}>
        {children}
      </th>
    </tr>
  );
}
