import { isValidElement, type ReactNode } from 'react';
import type { NumberFormat } from '../../lib/number-format.ts';
import type { TableColumn } from './table-column.ts';

/** A cell as it is copied. */
export interface CopiedCell {
  readonly text: string;
  /** To be kept as it is written: zeros in front stay, and no formula is made of it. */
  readonly isText: boolean;
}

const FIGURE = /^[+-]?\d[\d.,]*%?$/;
/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Figures lose their unit and spaces and get the minus of the keyboard, so that a spreadsheet reads them as numbers. */
export function copiedCell<Row>(column: TableColumn<Row>, row: Row, format: NumberFormat): CopiedCell {
  const text = copiedText(column, row, format);
  if (text === '') return { text, isText: false };
  if (column.kind === 'text') return { text, isText: true };
  if (column.kind === 'moment') return { text, isText: FORMULA.test(text) };
  const figure = text.replace('−', '-').replace(/[€\s]/g, '');
  return FIGURE.test(figure) ? { text: figure, isText: false } : { text, isText: true };
}

function copiedText<Row>({ kind, copied, cell }: TableColumn<Row>, row: Row, format: NumberFormat): string {
  const value = copied ? copied(row) : textOf(cell(row));
  if (typeof value === 'number') return kind === 'amount' ? format.unitPrice(value) : format.quantity(value);
  return value ?? '';
}

/** The text inside elements; what a component would draw by itself is not known here. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}
