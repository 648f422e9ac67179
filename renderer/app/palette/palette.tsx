import { Box, Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typeInPalette, usePaletteStore } from '../shell/shell-store.ts';
import styles from './palette.module.css';
import { type PaletteEntry, type PaletteGroup, usePaletteGroups } from './palette-entries.ts';

/** A search field for pages, saved views, products, orders and actions. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={620}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      // As in `Dialog`: the lock writes styles that the security policy refuses.
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('habits.palette.title')} className={styles.palette ?? ''}>
        <PaletteSearch onDone={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

const SEARCH_DELAY_MS = 150;

interface PaletteSearchProps {
  /** Called when an entry was chosen. */
  readonly onDone: () => void;
}

/** A combobox: the field keeps the focus and the arrow keys move through the entries. */
function PaletteSearch({ onDone }: PaletteSearchProps) {
  const { t } = useTranslation();
  const listId = useId();
  const query = usePaletteStore((store) => store.query);
  const [settledQuery] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const { groups, ...search } = usePaletteGroups(query, settledQuery);
  // By id, as entries may still be added above it.
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

  /**
   * Chooses the entry that the arrow keys moved to, otherwise the first one. Without a move, waits for a running
   * search.
   */
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

  function formatState(): string | false {
    if (search.hasFailed) return t('habits.palette.failed');
    if (entries.length > 0 && !entered.isWaiting) return false;
    return t(`habits.palette.${search.isSearching ? 'searching' : 'nothing'}`);
  }

  const found = entries.filter(({ isMore }) => !isMore);
  const hasFound = query !== '' && query === settledQuery && !search.isSearching && entries.length > 0;
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
          aria-activedescendant={current && getOptionId(listId, current.id)}
          aria-autocomplete="list"
          aria-label={t('habits.palette.title')}
          placeholder={t('habits.palette.placeholder')}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            typeInPalette(event.currentTarget.value);
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
        getOptionId={(id) => getOptionId(listId, id)}
      />
      <p className={styles.state} role="status" data-failed={search.hasFailed || undefined}>
        {formatState()}
        {/* Sighted users see this in the list. */}
        {hasFound && <VisuallyHidden>{t('habits.palette.found', { count: found.length })}</VisuallyHidden>}
      </p>
    </>
  );
}

function getOptionId(listId: string, id: string): string {
  return `${listId}-${id.replaceAll(/\W/g, '-')}`;
}

interface PaletteGroupsProps {
  readonly listId: string;
  readonly groups: readonly PaletteGroup[];
  readonly currentId: string | undefined;
  readonly onChoose: (id: string) => void;
  /** The id of the element for the id of an entry. */
  readonly getOptionId: (id: string) => string;
}

/** The entries below the names of their groups. The current one is kept in view. */
function PaletteGroups({ listId, groups, currentId, onChoose, getOptionId }: PaletteGroupsProps) {
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
              id={getOptionId(entry.id)}
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
  const { label, description, keys, icon: EntryIcon } = entry;
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
      {keys !== undefined && (
        <span className={styles.keys} aria-hidden>
          {keys}
        </span>
      )}
    </button>
  );
}

/**
 * Lets Enter wait for the search result, because a scanner presses it at once. Calls `run` when the result is there,
 * unless the search failed.
 */
function useEntered(search: { readonly isSearching: boolean; readonly hasFailed: boolean }, run: () => void) {
  const { isSearching, hasFailed } = search;
  const [isWaiting, setWaiting] = useState(false);
  const answer = useEffectEvent(() => {
    setWaiting(false);
    if (!hasFailed) run();
  });
  useEffect(() => {
    if (isWaiting && !isSearching) answer();
  }, [isWaiting, isSearching]);
  return { isWaiting, wait: () => setWaiting(true), stop: () => setWaiting(false) };
}
