import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { usePlatformName } from '../../lib/platform-name.ts';
import styles from './switch-menu.module.css';

interface SwitchItemProps {
  readonly signIn: RememberedSignIn;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

/** One remembered sign-in in the menu; that of now leads nowhere. */
export function SwitchItem({ signIn, isCurrent, onChoose }: SwitchItemProps) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { account, email, platform, needsPassword } = signIn;
  const note = isCurrent ? t('signIn.switch.current') : needsPassword && t('signIn.needsPassword');
  return (
    <Menu.Item
      aria-current={isCurrent || undefined}
      rightSection={isCurrent && <IconCheck size={15} aria-hidden />}
      onClick={isCurrent ? undefined : onChoose}
    >
      <span className={styles.account}>{account}</span>
      <span className={styles.where}>{[email, platformName(platform)].join(' · ')}</span>
      {note && <span className={styles.where}>{note}</span>}
    </Menu.Item>
  );
}
