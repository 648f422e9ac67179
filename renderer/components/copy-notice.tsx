import { useTranslation } from 'react-i18next';
import styles from './copy-field.module.css';
import type { CopyOutcome } from './use-copy.ts';

/** Says what became of copying; it stands empty before, so that a screen reader hears it change. */
export function CopyNotice({ outcome }: { readonly outcome: CopyOutcome | null }) {
  const { t } = useTranslation();
  return (
    <span className={styles.notice} role="status" data-outcome={outcome ?? undefined}>
      {outcome !== null && t(`states.${outcome}`)}
    </span>
  );
}
