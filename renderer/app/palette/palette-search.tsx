import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './palette.module.css';
import { PaletteGroups } from './palette-groups.tsx';
import { useEntered } from './use-entered.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

const SEARCH_DELAY_MS = 150;

interface PaletteSearchProps {
  /** Something was chosen. */
  readonly onDone: () => void;
}

/** A combobox: the field keeps the focus, and the arrow keys move through what it offers. */
export function PaletteSearch({ onDone }: PaletteSearchProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [settledQuery] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const { groups, ...search } = usePaletteGroups(query, settledQuery);
  // By id, because entries may still come in above it.
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries.find(({ id }) => id === movedTo) ?? entries[0];
  const entered = useEntered(search, () => current && choose(current.id));

  function choose(id: string) {
    onDone();
    entries.find((entry) => entry.id === id)?.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') enter();
    else if (step !== undefined) move(step);
    else return;
    event.preventDefault();
  }

  /** What was moved to is meant; else the first of what is found, which may still have to come in. */
  function enter() {
    if (current && (current.id === movedTo || !search.isSearching)) choose(current.id);
    else entered.wait();
  }

  function move(step: number) {
    if (current === undefined) return;
    entered.stop();
    const next = entries.at((entries.indexOf(current) + step) % entries.length);
    setMovedTo(next?.id ?? null);
  }

  function stateText(): string | false {
    if (search.hasFailed) return t('habits.palette.failed');
    if (entries.length > 0 && !entered.isWaiting) return false;
    return t(`habits.palette.${search.isSearching ? 'searching' : 'nothing'}`);
  }

  return (
    <>
      <div className={styles.search}>
        <IconSearch size={17} aria-hidden />
        <input
          data-autofocus
          className={styles.field}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && optionId(listId, current.id)}
          aria-autocomplete="list"
          aria-label={t('habits.palette.title')}
          placeholder={t('habits.palette.placeholder')}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setMovedTo(null);
            entered.stop();
          }}
        />
      </div>
      <PaletteGroups
        listId={listId}
        groups={groups}
        currentId={current?.id}
        onChoose={choose}
        optionId={(id) => optionId(listId, id)}
      />
      <p className={styles.state} role="status" data-failed={search.hasFailed || undefined}>
        {stateText()}
      </p>
    </>
  );
}

function optionId(listId: string, id: string): string {
  return `${listId}-${id.replaceAll(/\W/g, '-')}`;
}
