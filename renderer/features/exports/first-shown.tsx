import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';

interface FirstShownProps {
  readonly shown: number;
  readonly count: number;
}

/** That there are more than are shown; nothing where all are. */
export function FirstShown({ shown, count }: FirstShownProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  if (shown >= count) return null;
  return <span>{t('exports.compare.first', { text: quantity(shown) })}</span>;
}
