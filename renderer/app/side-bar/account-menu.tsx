import { Menu } from '@mantine/core';
import { IconMapPin, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatPlatform } from '../../../shared/platform-address.ts';
import { createAddress } from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { sessionQuery, useMe, useSignOut } from '../../lib/host/session.ts';
import { useActionParts } from '../shortcuts/action-parts.ts';
import { KeysHint } from '../shortcuts/keys.tsx';
import styles from './account.module.css';
import itemStyles from './side-bar.module.css';
import { SwitchItems } from './switch-items.tsx';

/** The signed-in user and their rights, with a menu for settings and signing out. */
export function AccountMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const goTo = useGoTo();
  const actions = useActionParts();
  const notifyFailure = useNotifyFailure();
  const signOut = useSignOut();
  const { data: session } = useQuery(sessionQuery);
  const platform = session?.kind === 'signed-in' && session.platform && formatPlatform(session.platform);
  const accountAndRoles = [me.account, me.roles.map((role) => t(`shell.role.${role}`)).join(', ')].join(' · ');
  const lockedTo = me.locked_location && t('shell.lockedTo', { location: me.locked_location.title });
  return (
    <Menu position="right-end" width={260}>
      <Menu.Target>
        <button
          type="button"
          className={`${itemStyles.item} ${styles.account}`}
          aria-label={[t('shell.accountOf', { name: me.user.name }), accountAndRoles, platform, lockedTo]
            .filter(Boolean)
            .join(', ')}
        >
          <span className={styles.initials} aria-hidden>
            {getInitials(me.user.name)}
            {platform && isFolded && <IconWorld className={styles.elsewhere} size={13} />}
          </span>
          {isFolded ? (
            <span className={itemStyles.label}>{t('shell.short.account')}</span>
          ) : (
            <span className={styles.text}>
              <span className={styles.name}>{me.user.name}</span>
              <span className={styles.role}>{accountAndRoles}</span>
              {platform && (
                <span className={styles.place} title={platform}>
                  <IconWorld size={12} aria-hidden />
                  <span className={styles.role}>{platform}</span>
                </span>
              )}
              {lockedTo && (
                <span className={styles.place} title={lockedTo}>
                  <IconMapPin size={12} aria-hidden />
                  <span className={styles.role}>{lockedTo}</span>
                </span>
              )}
            </span>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="90vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>
          {[me.user.name, me.user.email, isFolded && accountAndRoles, isFolded && platform, isFolded && lockedTo]
            .filter((line) => line !== false && line !== null)
            .map((line) => (
              <span key={line} className={styles.where}>
                {line}
              </span>
            ))}
        </Menu.Label>
        <Menu.Item onClick={() => goTo(createAddress('/settings'))}>{t('shell.settings')}</Menu.Item>
        <Menu.Item rightSection={<KeysHint action="help" />} onClick={actions.help.run}>
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Item onClick={actions.tour.run}>{t('habits.command.tour')}</Menu.Item>
        <Menu.Item onClick={() => goTo(createAddress('/about'))}>{t('shell.about')}</Menu.Item>
        <Menu.Divider />
        <SwitchItems />
        <Menu.Divider />
        <Menu.Item disabled={signOut.isPending} onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
}
