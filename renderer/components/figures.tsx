import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type RouterHistory, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnknownFigure } from '../../shared/contract/financial-report.ts';
import { calculateMarginPercentage, fromEuros } from '../../shared/money.ts';
import { type Change, calculateChange } from '../../shared/report-comparison.ts';
import { getUnknownLabel, NOT_KNOWN } from '../../shared/unknown-figures.ts';
import type { Address } from '../lib/address/address.ts';
import { writeSearch } from '../lib/address/search.ts';
import { formatSigned } from '../lib/amounts.ts';
import { useFormat, useLanguage } from '../lib/language.ts';
import styles from './figures.module.css';
import { AddressLink } from './links.tsx';
import textStyles from './text.module.css';

interface FigureLinkProps {
  /** The page with the rows; null for a figure without rows, which is plain text. */
  readonly rows: Address | null;
  /** Describes what opens. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows it is made of, which state the same filters and the same sum. */
export function FigureLink({ rows, ...props }: FigureLinkProps) {
  return rows === null ? props.children : <OpenableFigure rows={rows} {...props} />;
}

function OpenableFigure({ rows, title, children }: FigureLinkProps & { readonly rows: Address }) {
  const link = useRef<HTMLAnchorElement>(null);
  const leave = useReturnTo(link, rows);
  const openedOn = useLocation({ select: ({ pathname }) => pathname });
  return (
    <AddressLink ref={link} address={rows} state={{ openedOn }} className={styles.figure} title={title} onClick={leave}>
      {children}
    </AddressLink>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The figure whose rows were opened when the page was left. */
    readonly openedFigure?: string | null;
    /** The page whose figure opened these rows. */
    readonly openedOn?: string;
  }
}

/** After a step back the figure is in view again and has the focus. Returns what to call before its rows open. */
function useReturnTo(link: RefObject<HTMLAnchorElement | null>, rows: Address): () => void {
  const { history } = useRouter();
  const name = figureName(rows);
  useEffect(() => {
    if (history.location.state.openedFigure !== name) return;
    link.current?.scrollIntoView({ block: 'center' });
    link.current?.focus({ preventScroll: true });
    // Once: a figure of a long list is drawn again each time it comes into view.
    noteOpened(history, null);
  }, [history, name, link]);
  return () => noteOpened(history, name);
}

function noteOpened(history: RouterHistory, openedFigure: string | null): void {
  history.replace(history.location.href, { ...history.location.state, openedFigure });
  // Written now: the navigation that follows would otherwise replace it.
  history.flush();
}

/** Without the amounts, which may have changed since the rows were opened. */
function figureName({ path, search }: Address): string {
  const { amount, rounding, ...filters } = search;
  return `${path}${writeSearch(filters)}`;
}

const ON_EVERY_DEVICE = { hover: true, focus: true, touch: true };

/** Replaces a figure that the platform does not know. The reason is given to mouse, keyboard and screen reader. */
export function NotKnown({ name }: { readonly name: UnknownFigure }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = NOT_KNOWN[language];
  const reason =
    name === 'cost' ? t('report.unknownCost') : t('report.unknownFigure', { name: getUnknownLabel(name, language) });
  return (
    <Tooltip label={reason} events={ON_EVERY_DEVICE} multiline maw={320}>
      <UnstyledButton className={styles.notKnown ?? ''} aria-label={`${text}: ${reason}`}>
        {text}
      </UnstyledButton>
    </Tooltip>
  );
}

interface ExplainedProps {
  readonly label: string;
  /** The explanation, given to mouse, keyboard and screen reader. */
  readonly how: string;
  /** The label stands beside it already, such as a heading; then paper has no icon. */
  readonly isIconOnly?: boolean;
}

/** An answer with the arithmetic behind it, or the icon alone beside what it explains. */
export function Explained({ label, how, isIconOnly = false }: ExplainedProps) {
  return (
    <Tooltip label={how} events={ON_EVERY_DEVICE} multiline maw={420}>
      <UnstyledButton
        className={styles.explained ?? ''}
        aria-label={`${label}: ${how}`}
        data-screen={isIconOnly || undefined}
      >
        {!isIconOnly && label}
        <IconInfoCircle size={14} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

interface MarginTextProps {
  /** In euros, excluding VAT. */
  readonly sums: { readonly margin: number | null; readonly value: number };
}

/** The margin of what was sold, and its part of the turnover. */
export function MarginText({ sums: { margin, value } }: MarginTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (margin === null) return <NotKnown name="cost" />;
  const money = format.money(margin);
  const share = calculateMarginPercentage(fromEuros(margin), fromEuros(value));
  return share === null ? money : t('catalog.product.marginShare', { money, share: format.roundPercentage(share) });
}

interface AmountTextProps {
  readonly value: number | null;
  /** Default: euros. */
  readonly currency?: string;
}

/** An amount of a list. One of 0 stays in the background, such as that of an order without a discount. */
export function AmountText({ value, currency }: AmountTextProps) {
  const text = useFormat().amount(value, currency);
  return value === 0 ? <span className={textStyles.muted}>{text}</span> : text;
}

const DECIMALS_IN_LINE = 2;

/** A unit price in euros. What it has beyond cents hangs out to the right, so that the cents stay in line. */
export function UnitPrice({ value }: { readonly value: number }) {
  const text = useFormat().unitPrice(value);
  const end = text.search(/[.,]\d+$/) + 1 + DECIMALS_IN_LINE;
  const beyondCents = text.slice(end);
  return (
    <>
      {text.slice(0, end)}
      {beyondCents && <span className={styles.beyondCents}>{beyondCents}</span>}
    </>
  );
}

const MOST_DECIMALS = 3;

interface QuantityTextProps {
  readonly value: number;
  /** Below 0 it asks for attention: no stock can be. */
  readonly isStock?: boolean;
}

/** A quantity in a column. Missing decimals are filled with space, so that the decimal separators are aligned. */
export function QuantityText({ value, isStock = false }: QuantityTextProps) {
  const text = useFormat().quantity(value);
  const decimals = Number.isInteger(value) ? 0 : text.length - 1 - text.search(/[.,]\d+$/);
  const room = `${decimals === 0 ? ',' : ''}${'0'.repeat(MOST_DECIMALS - decimals)}`;
  return (
    <span
      className={styles.quantity}
      data-room={room}
      data-whole={decimals === 0 || undefined}
      data-attention={(isStock && value < 0) || undefined}
    >
      {text}
    </span>
  );
}

interface ChangeTextProps {
  readonly change: Change;
  /** `percentage` alone where the difference has a column of its own. */
  readonly shows: 'difference' | 'percentage';
}

/** How much a figure rose or fell: signed, and without a colour, for more is not always better. */
export function ChangeText({ change: { difference, percentage }, shows }: ChangeTextProps) {
  const format = useFormat();
  if (shows === 'difference') return formatSigned(difference, format.amount);
  return percentage === null ? '–' : formatSigned(percentage, format.roundPercentage);
}

/** The difference of two percentages, in points: a percentage of a percentage says nothing. */
export function PointsText({ now, before }: Readonly<Record<'now' | 'before', number>>) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const points = calculateChange(now, before).difference;
  return <span title={t('terms.pointsTitle')}>{t('terms.points', { change: formatSigned(points, amount) })}</span>;
}
