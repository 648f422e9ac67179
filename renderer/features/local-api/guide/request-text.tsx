import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
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
        <CopyButton source={shown} label={t('localApi.guide.copy', { label })} />
      </div>
    </div>
  );
}
