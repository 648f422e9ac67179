import { Menu, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { addressOf } from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { useChangeSettings, useSettings, useViewChoices } from '../../lib/settings.ts';
import { openShellDialog } from '../shell/shell-store.ts';
import { KeysHint } from '../shortcuts/keys.tsx';
import itemStyles from './side-bar.module.css';

/** Language and theme, each following the system unless chosen, and the way to all else about the program. */
export function SettingsMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const choices = useViewChoices();
  const change = useChangeSettings();
  const notifyFailure = useNotifyFailure();
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(false);
  const set = (changes: Partial<Settings>) => change.mutate(changes, { onError: notifyFailure });
  return (
    <Menu position="right-end" width={200} opened={isOpen} onChange={setOpen}>
      <Tooltip label={t('shell.settings')} position="right" disabled={!isFolded || isOpen}>
        <Menu.Target>
          <button type="button" className={itemStyles.item} aria-label={t('shell.settings')}>
            <IconSettings size={17} stroke={1.6} aria-hidden />
            {!isFolded && <span className={itemStyles.label}>{t('shell.settings')}</span>}
          </button>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <SettingsGroup
          label={t('shell.language')}
          value={settings.language}
          choices={choices.language}
          onChange={(language) => set({ language })}
        />
        <Menu.Divider />
        <SettingsGroup
          label={t('shell.theme')}
          value={settings.theme}
          choices={choices.theme}
          onChange={(theme) => set({ theme })}
        />
        <Menu.Divider />
        <Menu.Item onClick={() => goTo(addressOf('/settings'))}>{t('shell.allSettings')}</Menu.Item>
        <Menu.Item onClick={() => goTo(addressOf('/connection'))}>{t('shell.connection')}</Menu.Item>
        <Menu.Item rightSection={<KeysHint action="help" />} onClick={() => openShellDialog({ kind: 'help' })}>
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Item onClick={() => goTo(addressOf('/about'))}>{t('shell.about')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface SettingsGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Whether the menu closes after a choice. */
  readonly closesMenu?: boolean;
}

/** One setting inside a menu: its name and its values, of which one holds. */
export function SettingsGroup<Value extends string>(props: SettingsGroupProps<Value>) {
  const { label, value, choices, onChange, closesMenu = false } = props;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.value}
          value={choice.value}
          checked={choice.value === value}
          closeMenuOnClick={closesMenu}
          onChange={() => onChange(choice.value)}
        >
          {choice.label}
        </Menu.RadioItem>
      ))}
    </>
  );
}
