import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { type AddressProblem, readPlatformAddress } from '../../../../shared/platform-address.ts';
import { SettingRow } from '../setting-row.tsx';
import styles from '../settings.module.css';
import { useSetting } from './use-setting.ts';

/** Where other programs sign in. What is typed is kept from Enter or leaving the field. */
export function PlatformSetting({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  const { value, keeping, keep, forget } = useSetting(settings, 'platform');
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<AddressProblem | null>(null);

  function type(text: string | null) {
    setDraft(text);
    setProblem(null);
    forget();
  }

  function commit() {
    if (draft === null || keeping.status === 'pending') return;
    const read = draft.trim() === '' ? null : readPlatformAddress(draft);
    if (read !== null && !read.ok) return setProblem(read.problem);
    setDraft(null);
    const address = read?.address ?? null;
    if (address !== settings.platform) keep(address);
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') commit();
    if (key === 'Escape') type(null);
  }

  return (
    <SettingRow
      label={t('settings.computer.platform')}
      hint={t('settings.computer.platformHint')}
      keeping={keeping}
    >
      {(ids) => (
        <TextInput
          {...ids}
          className={styles.select ?? ''}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('signIn.thisPc')}
          value={draft ?? value ?? ''}
          error={problem && <span role="alert">{t(`signIn.trouble.${problem}`)}</span>}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
      )}
    </SettingRow>
  );
}
