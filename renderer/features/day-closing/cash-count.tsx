import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { locationsOf, shopsOf } from '../../../shared/contract/financial-report.ts';
import { fromEuros, readTypedAmount, toEuros } from '../../../shared/money.ts';
import textStyles from '../../components/text.module.css';
import { useMe } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { locationsQuery } from '../../lib/queries/shops.ts';
import styles from './day-closing-page.module.css';

interface CashCountProps {
  readonly closing: DayClosing;
}

/** Compares counted cash with what was received, for one location with one cash method. Nothing of it is stored. */
export function CashCount({ closing: { report, orders } }: CashCountProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const locations = useQuery({ ...locationsQuery, enabled: locked === null }).data?.data ?? [];
  if (report.direct_paid === null || orders === 0) return null;
  const [method, ...others] = report.direct_paid.payment_methods.filter(({ type_alias }) => type_alias === 'cash');
  const why = (reason: 'noCash' | 'severalCash' | 'chooseOne') => (
    <p className={textStyles.small}>{t(`figures.count.${reason}`)}</p>
  );
  if (method === undefined) return why('noCash');
  const isOnePlace =
    locked !== null || locations.length === 1 || locationsOf(report).length === 1 || shopsOf(report).length === 1;
  if (!isOnePlace) return why('chooseOne');
  if (others.length > 0) return why('severalCash');
  return <CountedCash received={method.amount} name={method.title} />;
}

interface CountedCashProps {
  /** In euros, in cash. */
  readonly received: number;
  /** Of the cash method. */
  readonly name: string;
}

function CountedCash({ received, name }: CountedCashProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const [floatText, setFloatText] = useState('');
  const [countedText, setCountedText] = useState('');
  const float = floatText.trim() === '' ? 0 : readTypedAmount(floatText, language);
  const counted = readTypedAmount(countedText, language);
  const difference = float === null || counted === null ? null : toEuros(counted - float - fromEuros(received));
  const field = (label: string, text: string, change: (text: string) => void) => (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={text.trim() !== '' && readTypedAmount(text, language) === null && t('figures.count.notAnAmount')}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
  return (
    <section className={styles.count}>
      <h2 className={textStyles.sectionTitle}>{t('figures.count.title')}</h2>
      <div className={styles.counted}>
        {field(t('figures.count.float'), floatText, setFloatText)}
        <dl>
          <dt>{name}</dt>
          <dd>{format.amount(received)}</dd>
        </dl>
        {field(t('figures.count.counted'), countedText, setCountedText)}
        <div role="status" data-attention={(difference !== null && difference !== 0) || undefined}>
          <dl>
            <dt>{t('terms.difference')}</dt>
            <dd>{difference === null ? '–' : `${difference > 0 ? '+' : ''}${format.amount(difference)}`}</dd>
          </dl>
        </div>
      </div>
      <p className={textStyles.small}>{t('figures.count.note')}</p>
    </section>
  );
}
