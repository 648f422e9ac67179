import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { UndoMessage } from './undo-message.tsx';

const OFFERED_FOR_MS = 8_000;

interface UndoOffer {
  /** What was removed, as a sentence. */
  readonly message: string;
  readonly onUndo: () => void;
}

/**
 * Says that something was removed and offers to take it back: with the button, or with Ctrl+Z outside of a field.
 * It goes after 8 seconds, of which none pass while the pointer or the focus is on it.
 */
export function showUndo({ message, onUndo }: UndoOffer): void {
  let isUndone = false;
  const id = notifications.show({
    message: <UndoMessage message={message} onUndo={undo} />,
    autoClose: OFFERED_FOR_MS,
    closeButtonProps: { 'aria-label': i18next.t('shell.dismiss') },
  });

  function undo() {
    // It can still be pressed while it fades.
    if (isUndone) return;
    isUndone = true;
    notifications.hide(id);
    onUndo();
  }
}
