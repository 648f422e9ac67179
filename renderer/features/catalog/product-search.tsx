import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';
import type { ChangeCatalog } from './catalog-fields.ts';
import { useTypedTerm } from './use-typed-term.ts';

export function ProductSearch({ onChange }: { readonly onChange: ChangeCatalog }) {
  const { t } = useTranslation();
  const { text, type, settle } = useTypedTerm(onChange);
  return (
    <TextInput
      type="search"
      w="clamp(180px, 20vw, 280px)"
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={t('catalog.search')}
      placeholder={t('catalog.search')}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t('catalog.clearSearch')} onClick={() => type('')} />
      }
    />
  );
}
