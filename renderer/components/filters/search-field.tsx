import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';
import { PrintedFilter } from './filter-bar.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly clearLabel: string;
  /** The search text in the address; empty if there is none. */
  readonly term: string;
  /** Called with the text once the user stops typing. */
  readonly onSearch: (term: string) => void;
  readonly width?: number;
}

const DEBOUNCE_MS = 120;

/** A search whose text is in the address. The field has its own state, because the address follows with a delay. */
export function SearchField({ label, clearLabel, term, onSearch, width = 208 }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(term);
  const reported = useRef(term);
  const report = useDebouncedCallback((text: string) => {
    reported.current = text;
    onSearch(text);
  }, DEBOUNCE_MS);

  useEffect(() => {
    // Ignores the text that this field itself put into the address.
    if (term === reported.current) return;
    reported.current = term;
    report.cancel();
    setTyped(term);
  }, [term, report]);

  function type(text: string) {
    setTyped(text);
    report(text.trim());
  }

  return (
    <>
      <TextInput
        type="search"
        w={width}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={label}
        data-filter={term === '' ? undefined : `${t('print.term')}: ${term}`}
        placeholder={label}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={typed && <CloseButton size={24} iconSize={14} aria-label={clearLabel} onClick={() => type('')} />}
      />
      {term !== '' && <PrintedFilter label={t('print.term')} text={term} />}
    </>
  );
}
