import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { BridgeArgument, SessionState } from '../../../shared/contract/bridge.ts';
import { readPlatformAddress } from '../../../shared/platform-address.ts';
import { PlatformField } from '../../components/platform-field.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { retryAfterS, useFailureMessage } from '../../lib/failures.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import styles from './sign-in-page.module.css';

type Input = BridgeArgument<'signIn'>;

type TextField = 'account' | 'email' | 'password';

/** The first values of the form. */
export type SignInStart = Pick<Input, 'account' | 'email' | 'platform'>;

interface SignInFormProps {
  readonly session: Pick<SessionState, 'remembered' | 'keepsPassword'>;
  readonly start: SignInStart;
  readonly isBusy: boolean;
  /** After too many tries; until then nothing is submitted. */
  readonly mustWait: boolean;
  readonly onSubmit: (input: Input) => void;
}

export function SignInForm({ session, start, isBusy, mustWait, onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState<Input>({
    ...start,
    password: '',
    // Users who are remembered have chosen before to stay signed in.
    remember: session.remembered.length > 0,
  });
  const [isChecked, setIsChecked] = useState(false);
  const field = (name: TextField) => ({
    name,
    label: t(`signIn.${name}`),
    size: 'sm',
    value: input[name],
    error: isChecked && input[name] === '' ? t('signIn.required') : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      setInput({ ...input, [name]: event.currentTarget.value }),
  });
  const isKnown = start.account !== '' && start.email !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mustWait) return;
    setIsChecked(true);
    const isPlatform = input.platform === null || readPlatformAddress(input.platform).ok;
    if (input.account && input.email && input.password && isPlatform) onSubmit(input);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          {...field('account')}
          autoComplete="organization"
          spellCheck={false}
          {...(isKnown ? {} : BEGIN_HERE)}
        />
        <TextInput {...field('email')} type="email" autoComplete="username" spellCheck={false} />
        <PasswordInput
          {...field('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
          {...(isKnown ? BEGIN_HERE : {})}
        />
        <PlatformField
          value={input.platform}
          isChecked={isChecked}
          onChange={(platform) => setInput({ ...input, platform })}
        />
        <Checkbox
          size="xs"
          classNames={{ description: styles.hint }}
          styles={{ label: { fontSize: 'var(--font-body)' } }}
          label={t('signIn.remember')}
          description={t(session.keepsPassword ? 'signIn.passwordStored' : 'signIn.passwordNotStored')}
          checked={input.remember}
          onChange={(event) => setInput({ ...input, remember: event.currentTarget.checked })}
        />
        <Button type="submit" size="sm" fullWidth loading={isBusy} disabled={mustWait}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}

const BEGIN_HERE = { autoFocus: true, 'data-autofocus': true } as const;

interface SignInFailureProps {
  readonly error: Error;
  /** Seconds that are left until another try is worth it. */
  readonly waitS: number;
  /** Whether another platform than this program itself was asked. */
  readonly isElsewhere: boolean;
  /** Whether the password was a remembered one. */
  readonly isRemembered?: boolean;
}

/** Why signing in failed; a wrong password has no technical details. */
export function SignInFailure({ error, waitS, isElsewhere, isRemembered = false }: SignInFailureProps) {
  const { t } = useTranslation();
  const failureMessage = useFailureMessage();
  const failure = error instanceof BridgeError ? error.failure : null;
  const isRefused = failure?.status === 401;
  const isThrottled = failure?.status === 429;
  const problem = isElsewhere ? failure?.platformProblem : undefined;
  return (
    <div className={styles.failure} role="alert">
      {isRefused && t(isRemembered ? 'signIn.reason.restore-refused' : 'signIn.refused')}
      {isThrottled && <TooManyTries error={error} waitS={waitS} />}
      {!isRefused && !isThrottled && (
        <>
          {problem ? t(`signIn.problem.${problem}`) : failureMessage(error)}
          <TechnicalDetails error={error} />
        </>
      )}
    </div>
  );
}

/** Counts down; a screen reader reads the sentence once and not each second. */
function TooManyTries({ error, waitS }: Pick<SignInFailureProps, 'error' | 'waitS'>) {
  const { t } = useTranslation();
  if (retryAfterS(error) === null) return t('signIn.tooMany');
  if (waitS === 0) return t('signIn.waited');
  return (
    <Trans
      i18nKey="signIn.wait"
      values={{ seconds: waitS }}
      components={{ timer: <span role="timer" aria-live="off" /> }}
    />
  );
}
