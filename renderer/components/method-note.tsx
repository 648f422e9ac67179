import { useTranslation } from 'react-i18next';
import textStyles from './text.module.css';

/** By how a payment method is called in the API. */
const NOTES = {
  afterpay: 'payLater',
  billink: 'payLater',
  in3: 'payLater',
  klarna: 'payLater',
  riverty: 'payLater',
  payment_balance: 'balance',
  returns: 'returns',
} as const satisfies Readonly<Record<string, 'payLater' | 'balance' | 'returns'>>;

/** A few words behind a payment method whose name alone is misread. */
export function MethodNote({ typeAlias }: { readonly typeAlias: string }) {
  const { t } = useTranslation();
  const note = Object.hasOwn(NOTES, typeAlias) ? NOTES[typeAlias as keyof typeof NOTES] : undefined;
  return note && <span className={textStyles.small}> {t(`figures.methodNote.${note}`)}</span>;
}
