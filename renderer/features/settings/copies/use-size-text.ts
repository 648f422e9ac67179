import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/language.ts';

const MEGABYTE = 1_000_000;

/** Room on the disk in megabytes, to a tenth; never nothing for what is something. */
export function useSizeText(): (bytes: number) => string {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  return (bytes) =>
    t('settings.copies.megabytes', { text: quantity(Math.ceil((bytes / MEGABYTE) * 10) / 10) });
}
