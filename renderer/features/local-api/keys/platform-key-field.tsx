import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLATFORM_KEY_MAX } from '../../../../shared/contract/shown-api-keys.ts';
import styles from './keys.module.css';

interface PlatformKeyFieldProps {
  /** As staff know it. */
  readonly platform: string;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (key: string) => void;
}

/** Asks for the key of another platform with which a new key acts there. */
export function PlatformKeyField({ platform, value, isMissing, onChange }: PlatformKeyFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('localApi.newKey.platformKey', { platform })}
      description={t('localApi.newKey.platformKeyHint')}
      descriptionProps={{ className: styles.hint ?? '' }}
      errorProps={{ size: 'sm' }}
      maxLength={PLATFORM_KEY_MAX}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('localApi.newKey.showPlatformKey') }}
      value={value}
      error={isMissing ? t('localApi.newKey.platformKeyRequired') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
