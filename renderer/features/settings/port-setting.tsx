import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { About, Settings } from '../../../shared/contract/bridge.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { SettingRow, useComputerSetting } from './setting-row.tsx';
import styles from './settings.module.css';

const DEFAULT_PORT = '4870';

/** The port of the API from the next start on. Enter or leaving the field saves it. */
export function PortSetting({ settings, about }: { readonly settings: Settings; readonly about: About }) {
  const { t } = useTranslation();
  const { value, saving, save, reset } = useComputerSetting(settings, 'apiPort');
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);

  function type(text: string | null) {
    setDraft(text);
    setIsRefused(false);
    reset();
  }

  function commit() {
    if (draft === null || saving.status === 'pending') return;
    const port = parseTypedPort(draft);
    if (port === undefined) return setIsRefused(true);
    setDraft(null);
    if (port !== settings.apiPort) save(port);
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') commit();
    if (key === 'Escape') type(null);
  }

  const isWindowPort = saving.error instanceof BridgeError && saving.error.failure.code === 'invalid';
  return (
    <SettingRow
      label={t('settings.computer.apiPort')}
      hint={<PortHint chosen={settings.apiPort} about={about} />}
      saving={saving}
      reason={isWindowPort ? t('settings.computer.windowPort') : undefined}
    >
      {(ids) => (
        <TextInput
          {...ids}
          className={styles.usual ?? ''}
          w={120}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder={DEFAULT_PORT}
          value={draft ?? value ?? ''}
          error={isRefused && <span role="alert">{t('settings.computer.notAPort')}</span>}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
      )}
    </SettingRow>
  );
}

interface PortHintProps {
  /** `null` for the default port. */
  readonly chosen: number | null;
  readonly about: About;
}

/** The current port of the API and its next one. */
function PortHint({ chosen, about: { apiAddress, isPortGiven } }: PortHintProps) {
  const { t } = useTranslation();
  const { port } = new URL(apiAddress);
  const isOther = chosen !== null && String(chosen) !== port;
  return (
    <>
      <p>{t('settings.computer.apiPortHint', { port })}</p>
      {isPortGiven && <p>{t('settings.computer.apiPortGiven')}</p>}
      {isOther && !isPortGiven && <p className={styles.next}>{t('settings.computer.apiPortNext', { port: chosen })}</p>}
    </>
  );
}

const MIN_PORT = 1024;

const MAX_PORT = 65_535;

/** The typed port; `null` if empty, `undefined` if it is not an allowed port. */
function parseTypedPort(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const port = /^\d{4,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return port >= MIN_PORT && port <= MAX_PORT ? port : undefined;
}
