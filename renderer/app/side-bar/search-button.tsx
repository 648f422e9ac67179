import { Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openPalette } from '../shell/palette-store.ts';
import { KeysHint } from '../shortcuts/keys-hint.tsx';
import styles from './search-button.module.css';
import itemStyles from './side-bar-item.module.css';

/** Opens the palette. */
export function SearchButton({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.search')} position="right" disabled={!isFolded}>
      <button
        type="button"
        className={`${itemStyles.item} ${styles.search}`}
        aria-label={isFolded ? t('shell.search') : undefined}
        onClick={openPalette}
      >
        <IconSearch size={17} stroke={1.6} aria-hidden />
        {!isFolded && (
          <>
            <span className={itemStyles.label}>{t('shell.search')}</span>
            <KeysHint command="palette" />
          </>
        )}
      </button>
    </Tooltip>
  );
}
