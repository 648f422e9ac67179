import { useTranslation } from 'react-i18next';
import type { NoteExample, NoteSummary } from '../../../shared/contract/connection.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import { calculateChange } from '../../../shared/report-comparison.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { useFormat, useLanguage } from '../../lib/language.ts';
import styles from './connection-page.module.css';
import { ConnectionSection } from './connection-section.tsx';

/** The kinds of notes of a StoreKeeper account. Each has a title and a text. */
export const NOTE_KINDS = [
  'sku_missing',
  'sku_taken',
  'stock_unlimited',
  'price_incomplete',
  'price_in_other_currency',
  'stock_missing',
  'tax_rate_from_line',
  'order_left_out',
  'status_unknown',
  'number_taken',
  'header_differs',
  'tax_row_differs',
  'discount_differs',
  'quantity_zero',
  'line_price_missing',
  'gift_card_with_vat',
  'paid_amount_unknown',
  'paid_differs',
  'return_date_unknown',
  'return_differs',
  'money_without_goods',
  'member_unreadable',
  'record_unreadable',
  'order_unreadable',
  'sweep_incomplete',
  'ids_cut',
  'shops_not_read',
  'copy_read_anew',
  'order_differs',
] as const;

/** Kinds that do not affect figures of sales, VAT or payments. */
const HARMLESS: readonly string[] = [
  'sku_missing',
  'sku_taken',
  'stock_unlimited',
  'price_incomplete',
  'price_in_other_currency',
  'stock_missing',
  'tax_rate_from_line',
  'number_taken',
  'member_unreadable',
] satisfies readonly (typeof NOTE_KINDS)[number][];

function findMember<Member extends string>(members: readonly Member[], name: string): Member | undefined {
  return members.find((member) => member === name);
}

/** Notes that a reader of the figures needs, by kind. Harmless ones are folded. */
export function NotesSection({ notes }: { readonly notes: readonly NoteSummary[] }) {
  const { t } = useTranslation();
  const harmless = notes.filter(({ kind }) => HARMLESS.includes(kind));
  const others = notes.filter(({ kind }) => !HARMLESS.includes(kind));
  return (
    <ConnectionSection title={t('connection.notes.title')}>
      <p className={styles.sentence}>{t(others.length === 0 ? 'connection.notes.none' : 'connection.notes.intro')}</p>
      <NoteList notes={others} />
      {harmless.length > 0 && (
        <details className={styles.others}>
          <summary>{t('connection.notes.harmless', { count: harmless.length })}</summary>
          <NoteList notes={harmless} />
        </details>
      )}
    </ConnectionSection>
  );
}

function NoteList({ notes }: { readonly notes: readonly NoteSummary[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {notes.map((note) => (
        <li key={note.kind} className={styles.note}>
          <NoteDetails note={note} />
        </li>
      ))}
    </ul>
  );
}

function NoteDetails({ note: { kind, count, amount, examples } }: { readonly note: NoteSummary }) {
  const { t } = useTranslation();
  const { money, quantity } = useFormat();
  const known = findMember(NOTE_KINDS, kind);
  const isDifference = examples.some(({ theirs, ours }) => theirs !== null && ours !== null);
  const title = known ? t(`connection.note.${known}.title`) : kind;
  return (
    <>
      <h3 className={styles.noteTitle}>
        <span>{title}</span>
        <span className={styles.figures}>
          {quantity(count)}
          {amount !== null &&
            ` · ${t(isDifference ? 'connection.notes.difference' : 'connection.notes.amount', { amount: money(amount) })}`}
        </span>
      </h3>
      <p>{t(known ? `connection.note.${known}.text` : 'connection.notes.unknownKind')}</p>
      {examples.length > 0 && (
        <details className={styles.examples}>
          <summary>{t('connection.notes.examples', { count: examples.length })}</summary>
          <ExamplesTable kind={kind} title={title} examples={examples} />
        </details>
      )}
    </>
  );
}

interface ExamplesTableProps {
  readonly kind: string;
  readonly title: string;
  readonly examples: readonly NoteExample[];
}

function ExamplesTable({ kind, title, examples }: ExamplesTableProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const texts = useExampleTexts(kind);
  return (
    <WideTable label={title}>
      <PlainTable
        label={title}
        className={styles.table}
        columns={[
          { id: 'record', header: t('connection.notes.record'), cell: ({ record }) => texts.record(record) },
          { id: 'given', header: t('connection.notes.given'), cell: texts.given },
          { id: 'written', header: t('connection.notes.written'), cell: texts.written },
          { id: 'amount', header: t('connection.notes.amountOrDifference'), cell: (one) => formatAmount(one, money) },
        ]}
        rows={examples}
        getRowKey={(example) => JSON.stringify(example)}
      />
    </WideTable>
  );
}

function formatAmount({ amount, theirs, ours }: NoteExample, money: (euros: number) => string): string {
  if (amount !== null) return money(amount);
  return theirs === null || ours === null ? '' : money(calculateChange(ours, theirs).difference);
}

const RECORDS = [
  'product',
  'product_row',
  'price',
  'tax_rate',
  'shop',
  'location',
  'payment_method',
  'customer',
  'order',
  'order_item',
  'list',
] as const;

const LEFT_OUT = ['quote', 'request', 'contract'] as const;

function useExampleTexts(kind: string) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const language = useLanguage();

  /** Formats a record such as `order 1204`. */
  function formatRecord(record: string): string {
    const [, sort = '', id = ''] = /^(\w+)[ :](.+)$/.exec(record) ?? [];
    const known = findMember(RECORDS, sort);
    return known ? t(`connection.notes.records.${known}`, { id }) : record;
  }

  /**
   * Formats what the record says: a figure such as `value wt` or `rate 55 ex`, the reason for leaving out an order, a
   * record, or a text.
   */
  function formatGiven(given: string): string {
    const reason = kind === 'order_left_out' ? findMember(LEFT_OUT, given) : undefined;
    if (reason) return t(`connection.leftOut.${reason}`);
    const [, rate, side] = /^(?:rate (\d+)|\w+) (wt|ex)$/.exec(given) ?? [];
    if (side !== 'wt' && side !== 'ex') return formatRecord(given);
    const sideText = t(`terms.side.${side}`);
    return rate === undefined ? sideText : `${formatRecord(`tax_rate ${rate}`)} · ${sideText}`;
  }

  return {
    record: formatRecord,
    given: ({ given, theirs }: NoteExample) =>
      [given === null ? '' : formatGiven(given), theirs === null ? '' : money(theirs)].filter(Boolean).join(': '),
    written({ written, ours }: NoteExample): string {
      if (ours !== null) return money(ours);
      if (written === null) return '';
      return kind === 'status_unknown' ? getOrderStatusLabel(written, language) : written;
    },
  };
}
