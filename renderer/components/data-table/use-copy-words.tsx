import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import { ExportOffer } from './export-offer.tsx';

const SHOWN_FOR_MS = 4_000;
const SHOWN_WITH_OFFER_MS = 10_000;

/** What is said of copying rows. */
export function useCopyWords() {
  const { t } = useTranslation();
  const format = useFormat();

  const closeButtonProps = { 'aria-label': t('shell.dismiss') };

  function tellCopied(copied: number, missing: number) {
    const count = copied + missing;
    if (missing > 0) {
      const texts = { copied: format.quantity(copied), text: format.quantity(count) };
      return offerExport(t('copying.partly', { count, ...texts }));
    }
    const message = t('copying.copied', { count, text: format.quantity(count) });
    notifications.show({ message, autoClose: SHOWN_FOR_MS, closeButtonProps });
  }

  function offerExport(message: string) {
    notifications.show({
      message: <ExportOffer message={message} />,
      autoClose: SHOWN_WITH_OFFER_MS,
      closeButtonProps,
    });
  }

  return {
    tellCopied,
    tellTooMany: (most: number) => offerExport(t('copying.tooMany', { most: format.quantity(most) })),
    notCopied: t('copying.failed'),
    listChanged: t('copying.listChanged'),
  };
}
