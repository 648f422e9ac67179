import { Badge, Tooltip } from '@mantine/core';
import { IconLogout, IconMapPin, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { platformLabel } from '../../../shared/platform-address.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { sessionQuery, useMe, useSignOut } from '../../lib/host/session.ts';
import styles from './account.module.css';
import { LiveTillMenu } from './live-till-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import itemStyles from './side-bar.module.css';
import { SwitchMenu } from './switch-menu.tsx';

/** Who is signed in and what they may see, with the settings and the way out. */
export function AccountBlock({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const notifyFailure = useNotifyFailure();
  const signOut = useSignOut();
  const { data: session } = useQuery(sessionQuery);
  const platform = session?.kind === 'signed-in' && session.platform && platformLabel(session.platform);
  const roles = me.roles.map((role) => t(`shell.role.${role}`)).join(', ');
  const lockedTo = me.locked_location && t('shell.lockedTo', { location: me.locked_location.title });
  return (
    <div className={styles.block}>
      <LiveTillMenu isFolded={isFolded} />
      <SettingsMenu isFolded={isFolded} />
      <SwitchMenu isFolded={isFolded} />
      <Tooltip label={t('shell.signOut')} position="right" disabled={!isFolded}>
        <button
          type="button"
          className={itemStyles.item}
          aria-label={t('shell.signOut')}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}
        >
          <IconLogout size={17} stroke={1.6} aria-hidden />
          {!isFolded && <span className={itemStyles.label}>{t('shell.signOut')}</span>}
        </button>
      </Tooltip>
      <Tooltip
        label={[me.user.name, me.account, platform, roles, lockedTo].filter(Boolean).join(' · ')}
        disabled={!isFolded}
      >
        <div className={styles.account}>
          <span className={styles.initials} aria-hidden>
            {initialsOf(me.user.name)}
            {platform && isFolded && <IconWorld className={styles.elsewhere} size={13} />}
          </span>
          <div className={styles.text} data-hidden={isFolded || undefined}>
            <span className={styles.name} title={me.user.email}>
              {me.user.name}
            </span>
            <span className={styles.role}>{[me.account, roles].join(' · ')}</span>
            {platform && (
              <span className={styles.platform} title={platform}>
                <IconWorld size={12} aria-hidden />
                <span className={styles.role}>{platform}</span>
              </span>
            )}
          </div>
        </div>
      </Tooltip>
      {lockedTo && !isFolded && (
        <Badge maw="100%" mt="xs" ml={4} leftSection={<IconMapPin size={12} aria-hidden />}>
          {lockedTo}
        </Badge>
      )}
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
}
