import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from '../../../components/copy-notice.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import styles from './delivery-drawer.module.css';

interface CodeBlockProps {
  readonly text: string;
  /** Names the button, such as `Copy body`. */
  readonly copyLabel: string;
  /** Before the button, such as a choice of what is shown. */
  readonly children?: ReactNode;
}

/** A long text below a button that copies it exactly as it is. */
export function CodeBlock({ text, copyLabel, children }: CodeBlockProps) {
  const { t } = useTranslation();
  const shown = useRef<HTMLPreElement>(null);
  const { outcome, copy } = useCopy();
  return (
    <>
      <div className={styles.bar}>
        {children}
        <Button
          variant="default"
          size="compact-sm"
          fz={13}
          leftSection={<IconCopy size={14} aria-hidden />}
          aria-label={copyLabel}
          onClick={() => void copy(shown.current)}
        >
          {t('states.copy')}
        </Button>
        <CopyNotice outcome={outcome} />
      </div>
      <pre ref={shown} className={styles.code}>
        {text}
      </pre>
    </>
  );
}
