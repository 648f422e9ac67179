import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './copy-field.module.css';
import { CopyNotice } from './copy-notice.tsx';
import { useCopy } from './use-copy.ts';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Names the button, such as `Copy address`. */
  readonly copyLabel: string;
  /** In one line of a bar, or as a block of its own for a text that is long. */
  readonly layout: 'line' | 'block';
  /** True where the text has just taken the place of what had the focus. */
  readonly takesFocus?: boolean;
}

/** A text to be used elsewhere: as it is, in one width, with a button that copies it. */
export function CopyField({ label, text, copyLabel, layout, takesFocus = false }: CopyFieldProps) {
  const { t } = useTranslation();
  const shown = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <div className={styles.field} data-layout={layout}>
      <span className={styles.label}>{label}</span>
      <code ref={shown} className={styles.text}>
        {text}
      </code>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="compact-sm"
          fz={13}
          leftSection={<Icon size={14} aria-hidden />}
          aria-label={copyLabel}
          autoFocus={takesFocus}
          onClick={() => void copy(shown.current)}
        >
          {t('states.copy')}
        </Button>
        <CopyNotice outcome={outcome} />
      </div>
    </div>
  );
}
