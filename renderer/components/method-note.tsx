import { useTranslation } from 'react-i18next';
import textStyles from './text.module.css';

/** By the API's name of the payment method. */
const NOTES = {
  afterpay: 'payLater',
  billink: 'payLater',
  in3: 'payLater',
  klarna: 'payLater',
  riverty: 'payLater',
  payment_balance: 'balance',
  returns: 'returns',
} as const satisfies Readonly<Record<string, 'payLater' | 'balance' | 'returns'>>;

/** A short explanation of a payment method whose name is misleading. */
export function MethodNote({ typeAlias }: { readonly typeAlias: string }) {
  const { t } = useTranslation();
  const note = Object.hasOwn(NOTES, typeAlias) ? NOTES[typeAlias as keyof typeof NOTES] : undefined;
  return note && <span className={textStyles.small}> {t(`figures.methodNote.${note}`)}</span>;
}
