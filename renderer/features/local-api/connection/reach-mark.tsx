import { IconAlertCircle, IconCircleCheck, IconCircleDotted } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './connection-bar.module.css';

const MARKS = {
  pending: { icon: IconCircleDotted, word: 'checking' },
  success: { icon: IconCircleCheck, word: 'reachable' },
  error: { icon: IconAlertCircle, word: 'unreachable' },
} as const;

export function ReachMark({ state }: { readonly state: keyof typeof MARKS }) {
  const { t } = useTranslation();
  const { icon: MarkIcon, word } = MARKS[state];
  return (
    <span className={styles.mark} data-state={state} role="status">
      <MarkIcon size={15} aria-hidden />
      {t(`localApi.reach.${word}`)}
    </span>
  );
}
