import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useStaffWords } from '../components/staff-words.ts';

/** Says that something the user asked for did not happen, where no part of the page stands for it. */
export function useTellFailure(): (error: unknown) => void {
  const { t } = useTranslation();
  const words = useStaffWords();
  return (error) =>
    notifications.show({
      message: words(error),
      color: 'red',
      autoClose: false,
      closeButtonProps: { 'aria-label': t('shell.dismiss') },
    });
}
