import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { SettingRow } from '../setting-row.tsx';
import { useComputerSetting } from './use-setting.ts';

export function SystemStartSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep } = useComputerSetting(settings, 'startsWithSystem');
  return (
    <SettingRow
      label={t('settings.computer.startsWithSystem')}
      hint={t('settings.computer.startsWithSystemHint')}
      keeping={keeping}
    >
      {(ids) => (
        <Switch
          {...ids}
          size="md"
          withThumbIndicator={false}
          checked={value}
          onChange={({ currentTarget }) => keep(currentTarget.checked)}
        />
      )}
    </SettingRow>
  );
}
