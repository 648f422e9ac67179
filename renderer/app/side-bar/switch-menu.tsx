import { Menu, Tooltip } from '@mantine/core';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../lib/session.ts';
import { openShellDialog } from '../shell/shell-dialog-store.ts';
import itemStyles from './side-bar-item.module.css';
import { SwitchItem } from './switch-item.tsx';
import styles from './switch-menu.module.css';
import { useSwitchTo } from './use-switch-to.ts';

/** The remembered sign-ins, to go on as another user, and the way to an account that is not among them. */
export function SwitchMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const { switchTo, isPending } = useSwitchTo();
  const [isOpen, setOpen] = useState(false);
  if (session?.kind !== 'signed-in') return null;
  return (
    <Menu position="right-end" width={280} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <button
          type="button"
          className={itemStyles.item}
          aria-label={t('signIn.switch.title')}
          disabled={isPending}
        >
          <Tooltip label={t('signIn.switch.title')} position="right" disabled={!isFolded || isOpen}>
            <IconSwitchHorizontal size={17} stroke={1.6} aria-hidden />
          </Tooltip>
          {!isFolded && <span className={itemStyles.label}>{t('signIn.switch.title')}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.list ?? ''}>
        {session.remembered.map((signIn) => (
          <SwitchItem
            key={signIn.id}
            signIn={signIn}
            isCurrent={signIn.id === session.signInId}
            onChoose={() => switchTo(signIn)}
          />
        ))}
        {session.remembered.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => openShellDialog({ kind: 'sign-in', start: null })}>
          {t('signIn.switch.other')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
