import { useRouter } from '@tanstack/react-router';
import { useRef, useState, useSyncExternalStore } from 'react';
import { parseSearch } from '../../lib/address/search.ts';
import type { ChangeCatalog } from './catalog-fields.ts';

interface TypedTerm {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Typing is over: what is typed next is another search, to which a step of its own leads back. */
  readonly settle: () => void;
}

/**
 * The text of the search field. The address has it without white space around it and follows each letter; of one
 * typing only the first letter is a step of the history.
 */
export function useTypedTerm(change: ChangeCatalog): TypedTerm {
  const { history } = useRouter();
  // Asked of the history: what the router draws lags behind it, and would swallow letters that are typed fast.
  const said = useSyncExternalStore(
    history.subscribe,
    () => parseSearch(history.location.search)[TERM] ?? '',
  );
  const [typed, setTyped] = useState(said);
  const lastTyped = useRef<string | null>(null);

  const type = (text: string) => {
    setTyped(text);
    const term = text.trim();
    if (term === said) return;
    change({ [TERM]: term === '' ? undefined : term }, { replaces: lastTyped.current === said });
    lastTyped.current = term;
  };
  const settle = () => {
    lastTyped.current = null;
  };
  return { text: typed.trim() === said ? typed : said, type, settle };
}

const TERM = 'q';
