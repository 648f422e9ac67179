import { Button, Group, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { About, Settings } from '../../../shared/contract/bridge.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import formStyles from '../../components/overlays/dialog-form.module.css';
import { createClose } from '../../components/overlays/dialog-form.tsx';
import { PlatformField } from '../../components/platform-field.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { useFailureMessage } from '../../lib/failures.ts';
import { showProblems } from '../../lib/first-problem.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { sessionQuery, usePlatformName } from '../../lib/host/session.ts';
import { readPlatformChoice, toPlatformChoice } from '../../lib/platform-choice.ts';
import { useChangePlatform } from '../../lib/settings.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

/** The platform where other programs sign in. Their passwords are sent there, so a change needs a password. */
export function PlatformSetting({ settings, about }: { readonly settings: Settings; readonly about: About }) {
  const { t } = useTranslation();
  const formatPlatformName = usePlatformName();
  const { data: session } = useQuery(sessionQuery);
  const [isChanging, setIsChanging] = useState(false);
  const change = useChangePlatform();
  const isSamePlatform = session?.kind === 'signed-in' && session.platform === about.platform;

  return (
    <SettingRow
      label={t('settings.computer.platform')}
      saving={{ status: change.status === 'success' ? 'success' : 'idle', error: null }}
      hint={
        <>
          <p>{t('settings.computer.platformHint')}</p>
          {settings.platform !== about.platform && (
            <p className={styles.next}>
              {t('settings.computer.platformNext', { platform: formatPlatformName(settings.platform) })}
            </p>
          )}
          {about.isPlatformGiven && <p>{t('settings.computer.platformGiven')}</p>}
          {!isSamePlatform && <p>{t('settings.computer.platformElsewhere')}</p>}
        </>
      }
    >
      {(ids) => (
        <>
          <output {...ids}>
            {t('settings.computer.platformNow', { platform: formatPlatformName(about.platform) })}
          </output>
          <Button variant="default" disabled={!isSamePlatform} onClick={() => setIsChanging(true)}>
            {t('settings.computer.platformChange')}
          </Button>
          {isChanging && (
            <PlatformDialog before={settings.platform} change={change} onClose={() => setIsChanging(false)} />
          )}
        </>
      )}
    </SettingRow>
  );
}

interface PlatformDialogProps {
  readonly before: string | null;
  readonly change: ReturnType<typeof useChangePlatform>;
  readonly onClose: () => void;
}

function PlatformDialog({ before, change, onClose }: PlatformDialogProps) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const formatPlatformName = usePlatformName();
  const [choice, setChoice] = useState(() => toPlatformChoice(before));
  const [password, setPassword] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { error, isPending: isBusy } = change;
  const read = readPlatformChoice(choice);
  const after = read.ok ? read.platform : undefined;
  const close = createClose(change, onClose);
  const isWrongPassword = error instanceof BridgeError && error.failure.status === 401;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    showProblems(event.currentTarget, () => setIsChecked(true));
    if (after === undefined || after === before || password === '') return;
    change.mutate({ platform: after, password }, { onSuccess: onClose });
  }

  return (
    <Dialog isOpen title={t('settings.computer.platform')} onClose={close}>
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <PlatformField value={choice} isChecked={isChecked} onChange={setChoice} />
        <dl className={styles.change}>
          <dt>{t('exports.compare.before')}</dt>
          <dd>{formatPlatformName(before)}</dd>
          <dt>{t('settings.computer.platformAfter')}</dt>
          <dd>{after === undefined ? '–' : formatPlatformName(after)}</dd>
        </dl>
        <PasswordInput
          label={t('settings.computer.platformPassword')}
          aria-required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          value={password}
          error={isChecked && password === '' && t('signIn.required.password')}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {error && (
          <div className={styles.failure} role="alert">
            {isWrongPassword ? t('settings.computer.platformWrongPassword') : formatFailure(error)}
            <TechnicalDetails error={error} />
          </div>
        )}
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button variant="default" disabled={isBusy} onClick={close}>
            {t('states.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={after === before}>
            {t('settings.computer.platformSubmit')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
