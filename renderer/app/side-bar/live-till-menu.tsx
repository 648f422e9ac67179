import { Menu, Tooltip } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isManager, useMe } from '../../lib/me.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import { liveTillQuery, useChangeLiveTill } from './live-till.ts';
import styles from './live-till-menu.module.css';
import { SettingsGroup } from './settings-group.tsx';
import itemStyles from './side-bar-item.module.css';
import { choiceOf, OFF, paceOf, usePaceChoices } from './use-pace-choices.ts';

/** Lets the demo shop sell while one watches; nothing where there is no demo shop, and for those who may not change it. */
export function LiveTillMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const till = useQuery(liveTillQuery).data?.till ?? null;
  const mayChange = isManager(useMe());
  const change = useChangeLiveTill();
  const tellFailure = useTellFailure();
  const choices = usePaceChoices(till?.isSelling ? till.perMinute : null);
  if (till === null || !mayChange) return null;

  const { isSelling, perMinute } = till;
  const label = isSelling ? t('live.selling', { count: perMinute }) : t('live.title');
  const choose = (choice: string) =>
    change.mutate(
      choice === OFF ? { isSelling: false, perMinute } : { isSelling: true, perMinute: paceOf(choice) },
      { onError: tellFailure },
    );
  return (
    <Menu position="right-end" width={230}>
      <Menu.Target>
        <button type="button" className={itemStyles.item} aria-label={label}>
          <Tooltip label={label} position="right" disabled={!isFolded}>
            <IconBroadcast
              size={17}
              stroke={1.6}
              className={isSelling ? styles.selling : undefined}
              aria-hidden
            />
          </Tooltip>
          {!isFolded && <span className={itemStyles.label}>{label}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <SettingsGroup
          label={t('live.title')}
          value={isSelling ? choiceOf(perMinute) : OFF}
          choices={choices}
          onChange={choose}
          closesMenu
        />
      </Menu.Dropdown>
    </Menu>
  );
}
