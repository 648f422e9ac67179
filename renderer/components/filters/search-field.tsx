import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly clearLabel: string;
  /** What is searched for, as the address says; empty for nothing. */
  readonly term: string;
  /** Told what was typed, once the typing rests. */
  readonly onSearch: (term: string) => void;
  readonly width?: number;
}

const REST_MS = 120;

/** A search whose term lives in the address. What is typed stands here first: the address follows too late for that. */
export function SearchField({ label, clearLabel, term, onSearch, width = 208 }: SearchFieldProps) {
  const [typed, setTyped] = useState(term);
  const told = useRef(term);
  const tell = useDebouncedCallback((text: string) => {
    told.current = text;
    onSearch(text);
  }, REST_MS);

  useEffect(() => {
    // What was typed here comes back by the address; something else was chosen elsewhere.
    if (term === told.current) return;
    told.current = term;
    tell.cancel();
    setTyped(term);
  }, [term, tell]);

  function type(text: string) {
    setTyped(text);
    tell(text.trim());
  }

  return (
    <TextInput
      type="search"
      w={width}
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={typed && <CloseButton size={24} iconSize={14} aria-label={clearLabel} onClick={() => type('')} />}
    />
  );
}
