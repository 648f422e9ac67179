import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useStaffWords } from './staff-words.ts';

/** Says that something the user asked for did not happen, where no part of the page stands for it. */
export function useTellFailure(): (error: unknown) => void {
  const words = useStaffWords();
  const tell = useTellTrouble();
  return (error) => tell(words(error));
}

/** Says the same in words that are more to the point than those for every failure. */
export function useTellTrouble(): (message: string) => void {
  const { t } = useTranslation();
  return (message) =>
    notifications.show({
      message,
      color: 'red',
      autoClose: false,
      closeButtonProps: { 'aria-label': t('shell.dismiss') },
    });
}
