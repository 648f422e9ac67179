import { type NotificationData, notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Shows a notification with a named button that closes it. Returns its id. */
export function notify(message: NotificationData['message'], options: Partial<NotificationData> = {}): string {
  return notifications.show({ message, closeButtonProps: { 'aria-label': i18next.t('states.close') }, ...options });
}
