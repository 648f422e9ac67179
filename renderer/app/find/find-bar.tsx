import { ActionIcon, CloseButton, Paper, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent as FieldKeyEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../shortcuts/keys.tsx';
import styles from './find-bar.module.css';
import { hideFound, NOT_SEARCHED, showFound } from './found-text.ts';

/** Ctrl+F in the Electron window. A browser has its own search. */
export function FindBar() {
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = (event: KeyboardEvent) => {
    event.preventDefault();
    setIsOpen(true);
    field.current?.select();
  };
  useShortcuts(navigator.userAgent.includes('Electron/') ? [{ shortcut: 'mod+f', onPressed: open }] : []);
  return isOpen && <OpenBar field={field} onClose={() => setIsOpen(false)} />;
}

interface OpenBarProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

function OpenBar({ field, onClose }: OpenBarProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [{ index, total }, setFound] = useState({ index: 0, total: 0 });
  const step = (by: number) => setFound(showFound(text, index + by));
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      hideFound();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [field]);

  function press(event: FieldKeyEvent) {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onClose();
    // Otherwise a list or a drawer would handle the keys too.
    event.stopPropagation();
  }

  return (
    <Paper
      className={styles.bar}
      role="search"
      aria-label={t('habits.find.title')}
      shadow="md"
      withBorder
      {...{ [NOT_SEARCHED]: true }}
    >
      <TextInput
        ref={field}
        aria-label={t('habits.find.title')}
        placeholder={t('habits.find.title')}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setFound(showFound(value, 0));
        }}
        onKeyDown={press}
        // Keeps Escape from closing a dialog below the bar.
        data-mantine-stop-propagation
      />
      <output className={styles.count}>
        {text !== '' &&
          (total === 0 ? t('habits.palette.nothing') : t('habits.find.place', { index: index + 1, total }))}
      </output>
      <ActionIcon color="gray" aria-label={t('habits.find.previous')} onClick={() => step(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon color="gray" aria-label={t('habits.find.next')} onClick={() => step(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton aria-label={t('states.close')} onClick={onClose} />
    </Paper>
  );
}
