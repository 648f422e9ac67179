import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from './copy-notice.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  /** Whose text is copied. */
  readonly source: RefObject<HTMLElement | null>;
  /** Names the button, such as `Copy address`. */
  readonly label: string;
  /** True where the text has just taken the place of what had the focus. */
  readonly takesFocus?: boolean;
}

/** Copies a text that is shown, and says how that went. */
export function CopyButton({ source, label, takesFocus = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        fz={13}
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={label}
        autoFocus={takesFocus}
        onClick={() => void copy(source.current)}
      >
        {t('states.copy')}
      </Button>
      <CopyNotice outcome={outcome} />
    </>
  );
}
