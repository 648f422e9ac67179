import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface ProductSearchProps {
  readonly term: string;
  readonly onSearch: (term: string) => void;
}

const MAX_TERM_LENGTH = 200;

export function ProductSearch({ term, onSearch }: ProductSearchProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="search"
      w={320}
      maxLength={MAX_TERM_LENGTH}
      aria-label={t('catalog.search')}
      placeholder={t('catalog.search')}
      value={term}
      onChange={(event) => onSearch(event.currentTarget.value)}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        term && <CloseButton size="xs" aria-label={t('catalog.clearSearch')} onClick={() => onSearch('')} />
      }
    />
  );
}
