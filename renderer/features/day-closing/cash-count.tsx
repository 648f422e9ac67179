import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { listLocationIds, listShopIds } from '../../../shared/contract/financial-report.ts';
import { fromEuros, parseTypedAmount, toEuros } from '../../../shared/money.ts';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import textStyles from '../../components/text.module.css';
import { getDayClosingAddress } from '../../lib/address/address.ts';
import { formatSigned } from '../../lib/amounts.ts';
import { useMe } from '../../lib/host/session.ts';
import { createUserStore } from '../../lib/host/user-stores.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { locationsQuery } from '../../lib/queries/shops.ts';
import styles from './day-closing-page.module.css';

interface CashCountProps {
  readonly closing: DayClosing;
}

/** The typed texts by day and place. They are stored only while the window is open. */
const useCounts = createUserStore<Readonly<Record<string, CashTexts>>>(() => ({}));

interface CashTexts {
  readonly float: string;
  readonly counted: string;
}

const NOTHING_TYPED: CashTexts = { float: '', counted: '' };

/** Compares the counted cash with the received cash, for one location with one cash method. */
export function CashCount({ closing: { date, report, orders } }: CashCountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isPrinting = useIsPrinting();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null }).data?.data ?? [];
  if (report.direct_paid === null || orders === 0) return null;
  const [locationIds, shopIds] = [listLocationIds(report), listShopIds(report)];
  const [method, ...others] = report.direct_paid.payment_methods.filter(({ type_alias }) => type_alias === 'cash');
  const refunds = report.direct_paid.payment_methods.find(({ type_alias }) => type_alias === 'returns');
  const isOnePlace = locked !== null || [locations, locationIds, shopIds].some(({ length }) => length === 1);
  const problem =
    method === undefined ? 'noCash' : !isOnePlace ? 'chooseOne' : others.length > 0 ? 'severalCash' : undefined;
  const key = [date, locationIds, shopIds].join('/');
  return (
    <section>
      <h2 className={textStyles.sectionTitle}>{t('figures.count.title')}</h2>
      {method && problem === undefined && <CountedCash name={method.title} received={method.amount} countKey={key} />}
      <p className={textStyles.small}>{t(`figures.count.${problem ?? 'note'}`)}</p>
      {method && problem === undefined && refunds !== undefined && refunds.amount !== 0 && (
        <p className={textStyles.small}>
          {t('figures.count.refunds', { name: refunds.title, amount: format.money(refunds.amount) })}
        </p>
      )}
      {problem === 'chooseOne' && !isPrinting && (
        <p className={styles.places}>
          {locations.map(({ id, title }) => (
            <AddressLink
              key={id}
              address={getDayClosingAddress({ date, location_id: [id] })}
              className={linkStyles.link}
            >
              {title}
            </AddressLink>
          ))}
        </p>
      )}
      {problem === undefined && !isPrinting && <p className={textStyles.small}>{t('figures.count.whereKept')}</p>}
    </section>
  );
}

interface CountedCashProps {
  /** The name of the cash method. */
  readonly name: string;
  /** The cash received, in euros. */
  readonly received: number;
  readonly countKey: string;
}

function CountedCash({ name, received, countKey }: CountedCashProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const language = useLanguage();
  const texts = useCounts((counts) => counts[countKey]) ?? NOTHING_TYPED;
  const float = texts.float.trim() === '' ? 0 : parseTypedAmount(texts.float, language);
  const counted = parseTypedAmount(texts.counted, language);
  const expected = float === null ? null : float + fromEuros(received);
  const difference = expected === null || counted === null ? null : toEuros(counted - expected);
  const renderField = (id: keyof CashTexts) => (
    <TextInput
      label={t(`figures.count.${id}`)}
      inputMode="decimal"
      autoComplete="off"
      value={texts[id]}
      error={
        texts[id].trim() !== '' && parseTypedAmount(texts[id], language) === null && t('figures.count.notAnAmount')
      }
      onChange={({ currentTarget }) => useCounts.setState({ [countKey]: { ...texts, [id]: currentTarget.value } })}
    />
  );
  const renderFact = (label: string, text: string) => (
    <dl>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </dl>
  );
  return (
    <div className={styles.counted}>
      {renderField('float')}
      {renderFact(name, amount(received))}
      {renderFact(t('figures.count.expected'), expected === null ? '–' : amount(toEuros(expected)))}
      {renderField('counted')}
      <div role="status" data-attention={(difference !== null && difference !== 0) || undefined}>
        {renderFact(t('terms.difference'), difference === null ? '–' : formatSigned(difference, amount))}
      </div>
    </div>
  );
}
