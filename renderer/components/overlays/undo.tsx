import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/notify.ts';
import styles from './overlays.module.css';

const OFFER_MS = 8_000;

interface UndoOffer {
  /** What was removed, as a sentence. */
  readonly message: string;
  readonly onUndo: () => void;
}

/**
 * Says that something was removed and offers to undo it, with the button or with Ctrl+Z outside a field. Disappears
 * after 8 seconds, not counting the time while the pointer or the focus is on it.
 */
export function showUndo({ message, onUndo }: UndoOffer): void {
  let isUndone = false;
  const id = notify(<UndoMessage message={message} onUndo={undo} />, { autoClose: OFFER_MS });

  function undo() {
    // The button can still be pressed while it fades.
    if (isUndone) return;
    isUndone = true;
    notifications.hide(id);
    onUndo();
  }
}

const OFFER = 'data-undo-offer';

function UndoMessage({ message, onUndo }: { readonly message: string; readonly onUndo: () => void }) {
  const { t } = useTranslation();
  const line = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const undoOnKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isUndoKey(event) || isInField(event.target)) return;
      if (!isNewestOffer(line.current)) return;
      event.preventDefault();
      onUndo();
    };
    document.addEventListener('keydown', undoOnKey);
    return () => document.removeEventListener('keydown', undoOnKey);
  }, [onUndo]);

  return (
    <span ref={line} className={styles.line} {...{ [OFFER]: true }}>
      <span className={styles.message}>{message}</span>
      <Button variant="subtle" size="compact-sm" aria-keyshortcuts="Control+Z" onClick={onUndo}>
        {t('states.undo')}
      </Button>
    </span>
  );
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** In a field, the keys undo typing. */
function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** With several offers, the key undoes the last removal. */
function isNewestOffer(offer: Element | null): boolean {
  return [...document.querySelectorAll(`[${OFFER}]`)].at(-1) === offer;
}
