import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { About, Settings } from '../../../shared/contract/bridge.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { SettingRow, useComputerSetting } from './setting-row.tsx';
import styles from './settings.module.css';

const USUAL_PORT = '4870';

/** The port of the API from the next start on. It is saved with Enter or by leaving the field. */
export function PortSetting({ settings, about }: { readonly settings: Settings; readonly about: About }) {
  const { t } = useTranslation();
  const { value, saving, save, forget } = useComputerSetting(settings, 'apiPort');
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);

  function type(text: string | null) {
    setDraft(text);
    setIsRefused(false);
    forget();
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
          placeholder={USUAL_PORT}
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
  /** Null for the usual port. */
  readonly chosen: number | null;
  readonly about: About;
}

/** The port that the API has now, and the one that it will have. */
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

const LOWEST = 1024;

const HIGHEST = 65_535;

/** The port of a text; null for none, undefined for a text that is no allowed port. */
function parseTypedPort(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const port = /^\d{4,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return port >= LOWEST && port <= HIGHEST ? port : undefined;
}
