import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './palette.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

interface PaletteGroupsProps {
  readonly listId: string;
  readonly groups: readonly PaletteGroup[];
  readonly currentId: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Of the element, by the id of the entry. */
  readonly optionId: (id: string) => string;
}

/** The entries under the names of their groups; the current one is kept in view. */
export function PaletteGroups({ listId, groups, currentId, onChoose, optionId }: PaletteGroupsProps) {
  const { t } = useTranslation();
  return (
    <div id={listId} className={styles.groups} role="listbox" aria-label={t('habits.palette.title')}>
      {groups.map(({ name, entries }) => (
        <Box key={name} role="group" aria-label={name}>
          <div className={styles.name} aria-hidden>
            {name}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(entry.id)}
              entry={entry}
              isCurrent={entry.id === currentId}
              onChoose={onChoose}
            />
          ))}
        </Box>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isCurrent: boolean;
  readonly onChoose: (id: string) => void;
}

function Option({ id, entry, isCurrent, onChoose }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { label, description, icon: EntryIcon } = entry;
  return (
    // The field keeps the focus, and its keys move through the list.
    <button
      ref={element}
      type="button"
      id={id}
      className={styles.entry}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry.id)}
    >
      <EntryIcon size={16} stroke={1.6} className={styles.icon} aria-hidden />
      <span className={styles.label}>{label}</span>
      <span className={styles.description}>{description}</span>
    </button>
  );
}
