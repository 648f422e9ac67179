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
  /** The page with the rows; `null` if the figure has no rows and is plain text. */
  readonly rows: Address | null;
  /** Describes the page that opens. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows it is calculated from. Their page shows the same filters and the same sum. */
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

/** After going back, the figure is in view and focused again. Returns a function to call before its rows open. */
function useReturnTo(link: RefObject<HTMLAnchorElement | null>, rows: Address): () => void {
  const { history } = useRouter();
  const name = getFigureName(rows);
  useEffect(() => {
    if (history.location.state.openedFigure !== name) return;
    link.current?.scrollIntoView({ block: 'center' });
    link.current?.focus({ preventScroll: true });
    // Only once, as a figure in a long list is drawn again whenever it comes into view.
    storeOpened(history, null);
  }, [history, name, link]);
  return () => storeOpened(history, name);
}

function storeOpened(history: RouterHistory, openedFigure: string | null): void {
  history.replace(history.location.href, { ...history.location.state, openedFigure });
  // Flushed now, as the navigation that follows would replace it.
  history.flush();
}

/** Leaves out the amounts, which may have changed since the rows were opened. */
function getFigureName({ path, search }: Address): string {
  const { amount, rounding, ...filters } = search;
  return `${path}${writeSearch(filters)}`;
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

/** Replaces a figure that the platform does not know. The reason is available to mouse, keyboard and screen reader. */
export function NotKnown({ name }: { readonly name: UnknownFigure }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = NOT_KNOWN[language];
  const reason =
    name === 'cost' ? t('report.unknownCost') : t('report.unknownFigure', { name: getUnknownLabel(name, language) });
  return (
    <Tooltip label={reason} events={TOOLTIP_EVENTS} multiline maw={320}>
      <UnstyledButton className={styles.notKnown ?? ''} aria-label={`${text}: ${reason}`}>
        {text}
      </UnstyledButton>
    </Tooltip>
  );
}

interface ExplainedProps {
  readonly label: string;
  /** The explanation, available to mouse, keyboard and screen reader. */
  readonly how: string;
  /** The label is already shown, such as a heading. The icon is then not printed. */
  readonly isIconOnly?: boolean;
}

/** A text with its explanation, or only the icon beside the text that it explains. */
export function Explained({ label, how, isIconOnly = false }: ExplainedProps) {
  return (
    <Tooltip label={how} events={TOOLTIP_EVENTS} multiline maw={420}>
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

/** The margin, and its percentage of the turnover. */
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

/** An amount in a list. Zero is muted, such as the discount of an order without one. */
export function AmountText({ value, currency }: AmountTextProps) {
  const text = useFormat().amount(value, currency);
  return value === 0 ? <span className={textStyles.muted}>{text}</span> : text;
}

const DECIMALS_IN_LINE = 2;

/** A unit price in euros. Decimals beyond cents extend to the right, so that the cents are aligned. */
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

const MAX_DECIMALS = 3;

interface QuantityTextProps {
  readonly value: number;
  /** Highlights values below 0, which no stock can have. */
  readonly isStock?: boolean;
}

/** A quantity in a column. Missing decimals are filled with space, so that the separators are aligned. */
export function QuantityText({ value, isStock = false }: QuantityTextProps) {
  const text = useFormat().quantity(value);
  const decimals = Number.isInteger(value) ? 0 : text.length - 1 - text.search(/[.,]\d+$/);
  const room = `${decimals === 0 ? ',' : ''}${'0'.repeat(MAX_DECIMALS - decimals)}`;
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
  /** `percentage` if the difference has its own column. */
  readonly shows: 'difference' | 'percentage';
}

/** How much a figure rose or fell: signed, but without a colour, because more is not always better. */
export function ChangeText({ change: { difference, percentage }, shows }: ChangeTextProps) {
  const format = useFormat();
  if (shows === 'difference') return formatSigned(difference, format.amount);
  return percentage === null ? '–' : formatSigned(percentage, format.roundPercentage);
}

/** The difference of two percentages, in points. A percentage of a percentage would be meaningless. */
export function PointsText({ now, before }: Readonly<Record<'now' | 'before', number>>) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const points = calculateChange(now, before).difference;
  return <span title={t('terms.pointsTitle')}>{t('terms.points', { change: formatSigned(points, amount) })}</span>;
}
