import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from '../../../components/copying/copy-notice.tsx';
import { useCopy } from '../../../components/copying/use-copy.ts';
import styles from './guide.module.css';

interface RequestTextProps {
  /** Names what is shown, such as `Price list with curl`. */
  readonly label: string;
  readonly text: string;
}

/** A ready request in a frame that scrolls where it is long, with a button that copies all of it. */
export function RequestText({ label, text }: RequestTextProps) {
  const { t } = useTranslation();
  const shown = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  // The keys can scroll it, which nothing in it could take the focus for.
  const asRegion = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  return (
    <div className={styles.request}>
      <div {...asRegion} className={styles.frame}>
        <code ref={shown} className={styles.text}>
          {text}
        </code>
      </div>
      <div className={styles.copying}>
        <Button
          variant="default"
          size="compact-sm"
          fz={13}
          leftSection={<Icon size={14} aria-hidden />}
          aria-label={t('localApi.guide.copy', { label })}
          onClick={() => void copy(shown.current)}
        >
          {t('states.copy')}
        </Button>
        <CopyNotice outcome={outcome} />
      </div>
    </div>
  );
}
