import { useTranslation } from 'react-i18next';
import type { GroupLine } from '../lines/group-lines.ts';
import styles from './group-name.module.css';

/** Code and title; the last row has no group: it is what cash rounding took off. */
export function GroupName({ group: { code, title } }: { readonly group: Pick<GroupLine, 'code' | 'title'> }) {
  const { t } = useTranslation();
  return (
    <span data-read>
      <span className={styles.code}>{code}</span>
      {title ?? t('report.groups.differences')}
    </span>
  );
}
