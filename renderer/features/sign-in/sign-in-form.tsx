import { Button, Checkbox, Group, PasswordInput, Radio, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { BridgeArgument, SessionState } from '../../../shared/contract/bridge.ts';
import { PlatformField, RADIO_STYLES } from '../../components/platform-field.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { getRetryAfterS, useFailureMessage } from '../../lib/failures.ts';
import { showProblems } from '../../lib/first-problem.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { findChosenKind, type PlatformChoice, toPlatformChoice } from '../../lib/platform-choice.ts';
import styles from './sign-in-page.module.css';
import {
  createSignInRequest,
  findKeyKind,
  listFields,
  SIGN_IN_METHODS,
  type SignInField,
  type SignInInput,
  type SignInMethod,
} from './sign-in-request.ts';

type Request = BridgeArgument<'signIn'>;

/** The first values of the form. */
export type SignInStart = Pick<Request, 'account' | 'email' | 'platform'>;

interface SignInFormProps {
  readonly session: Pick<SessionState, 'remembered' | 'keepsPassword'>;
  readonly start: SignInStart;
  readonly isBusy: boolean;
  /** Nothing can be submitted for a while after too many attempts. */
  readonly mustWait: boolean;
  /** Why the last attempt failed; `null` before the first. Each failure focuses the password. */
  readonly failed: Error | null;
  /** Called when another platform is chosen, as the failure belongs to the previous one. */
  readonly onChangePlatform: () => void;
  readonly onSubmit: (request: Request) => void;
}

export function SignInForm({ session, start, isBusy, mustWait, failed, onChangePlatform, onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState<SignInInput>(() => ({
    ...start,
    platform: toPlatformChoice(start.platform),
    method: findKeyKind(start) ? 'key' : 'password',
    email: findKeyKind(start) ? '' : start.email,
    password: '',
    key: '',
    // Remembered users have chosen before to stay signed in.
    remember: session.remembered.length > 0,
  }));
  const [isChecked, setIsChecked] = useState(false);
  /** Most people have one platform and are not asked. */
  const [isPlatformAsked, setIsPlatformAsked] = useState(start.platform !== null);
  /** `false` while an address is typed, as it may contain the account name only once it is complete. */
  const [isPlatformLeft, setIsPlatformLeft] = useState(true);
  /** The field with the initial focus. Fields that appear later must not take it. */
  const [initialField, setInitialField] = useState(() => {
    const fields = listFields(input);
    return start.account !== '' && start.email !== '' ? fields.at(-1) : fields[0];
  });
  const form = useRef<HTMLFormElement>(null);
  const isSettled = isPlatformLeft || isChecked;
  const language = useLanguage();
  const kind = findChosenKind(input.platform);
  const keyTexts = kind?.texts[language].key;
  const fields = listFields(input).filter((name) => isSettled || name !== 'account');
  const change = (changes: Partial<SignInInput>) => setInput({ ...input, ...changes });

  function changePlatform(platform: PlatformChoice) {
    change({ platform });
    onChangePlatform();
    // Fields of the new form were not checked yet.
    setIsChecked(false);
    setInitialField(undefined);
    setIsPlatformLeft(!findChosenKind(platform)?.takesNames);
  }

  function changeMethod(method: SignInMethod) {
    change({ method });
    setInitialField(undefined);
  }

  const createFieldProps = (name: SignInField) => ({
    name,
    label: name === 'key' ? keyTexts?.label : t(`signIn.${name}`),
    size: 'sm',
    value: input[name],
    'aria-required': true,
    error: getError(name),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    ...(name === initialField && INITIAL_FOCUS),
  });

  function getError(name: SignInField): string | undefined {
    if (input[name] === '') return isChecked ? t(`signIn.required.${name}`) : undefined;
    return name === 'key' && kind?.key?.readOwner(input.key) === null ? keyTexts?.notAKey : undefined;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (mustWait) return;
    showProblems(event.currentTarget, () => setIsChecked(true));
    const request = createSignInRequest(input);
    if (request !== null) onSubmit(request);
  }

  const secret = useEffectEvent(() => fields.at(-1) ?? '');
  useEffect(() => {
    if (failed === null) return;
    const field = form.current?.elements.namedItem(secret());
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  }, [failed]);

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        {isPlatformAsked && (
          <PlatformField
            value={input.platform}
            isChecked={isChecked}
            takesFocus={start.platform === null}
            onChange={changePlatform}
            onLeave={() => setIsPlatformLeft(true)}
          />
        )}
        {keyTexts && <MethodField value={input.method} keyLabel={keyTexts.label} onChange={changeMethod} />}
        {fields.includes('account') && (
          <TextInput
            {...createFieldProps('account')}
            {...createHint(t('signIn.accountHint'))}
            autoComplete="organization"
            spellCheck={false}
          />
        )}
        {fields.includes('email') && (
          <TextInput {...createFieldProps('email')} type="email" autoComplete="username" spellCheck={false} />
        )}
        {fields.includes('password') && (
          <PasswordInput
            {...createFieldProps('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          />
        )}
        {fields.includes('key') && keyTexts && (
          <PasswordInput
            {...createFieldProps('key')}
            autoComplete="off"
            {...createHint(keyTexts.hint)}
            visibilityToggleButtonProps={{ 'aria-label': keyTexts.show, tabIndex: 0 }}
          />
        )}
        <Checkbox
          classNames={{ description: styles.hint }}
          styles={{ label: { fontSize: 'var(--font-body)' } }}
          label={t('signIn.remember')}
          description={t(session.keepsPassword ? 'signIn.passwordStored' : 'signIn.passwordNotStored')}
          checked={input.remember}
          onChange={(event) => change({ remember: event.currentTarget.checked })}
        />
        <Button type="submit" size="sm" fullWidth loading={isBusy} disabled={mustWait}>
          {t('signIn.submit')}
        </Button>
        {!isPlatformAsked && (
          <Button variant="subtle" onClick={() => setIsPlatformAsked(true)}>
            {t('signIn.otherPlatform')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** The hint below a field. */
function createHint(description: string) {
  return {
    description,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  } as const satisfies TextInputProps;
}

const INITIAL_FOCUS = { autoFocus: true, 'data-autofocus': true } as const;

interface MethodFieldProps {
  readonly value: SignInMethod;
  readonly keyLabel: string;
  readonly onChange: (value: SignInMethod) => void;
}

/** Chooses between signing in as a user and with a key. */
function MethodField({ value, keyLabel, onChange }: MethodFieldProps) {
  const { t } = useTranslation();

  function choose(name: string) {
    const method = SIGN_IN_METHODS.find((known) => known === name);
    if (method) onChange(method);
  }

  return (
    <Radio.Group size="sm" label={t('signIn.method')} value={value} onChange={choose}>
      <Group gap="8px 12px">
        {SIGN_IN_METHODS.map((method) => (
          <Radio
            key={method}
            styles={RADIO_STYLES}
            value={method}
            label={method === 'key' ? keyLabel : t('signIn.byPassword')}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

interface SignInFailureProps {
  readonly error: Error;
  /** Seconds until the user should retry. */
  readonly waitS: number;
  /** The user who tried to sign in; `undefined` if not known. */
  readonly tried: Pick<Request, 'email' | 'platform'> | undefined;
  /** Whether a remembered password was used. */
  readonly isRemembered?: boolean;
}

/** Why signing in failed. A wrong password has no technical details. */
export function SignInFailure({ error, waitS, tried, isRemembered = false }: SignInFailureProps) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const failure = error instanceof BridgeError ? error.failure : null;
  const isRefused = failure?.status === 401;
  const isThrottled = failure?.status === 429;
  const problem = tried !== undefined && tried.platform !== null ? failure?.platformProblem : undefined;
  const language = useLanguage();
  const keyTexts = tried && findKeyKind(tried)?.texts[language].key;
  return (
    <div className={styles.failure} role="alert">
      {isRefused && (isRemembered ? t('signIn.reason.restore-refused') : (keyTexts?.refused ?? t('signIn.refused')))}
      {isThrottled && <TooManyTries error={error} waitS={waitS} />}
      {!isRefused && !isThrottled && (
        <>
          {problem ? t(`signIn.problem.${problem}`) : formatFailure(error)}
          <TechnicalDetails error={error} />
        </>
      )}
    </div>
  );
}

/** Counts down. A screen reader reads the sentence only once. */
function TooManyTries({ error, waitS }: Pick<SignInFailureProps, 'error' | 'waitS'>) {
  const { t } = useTranslation();
  if (getRetryAfterS(error) === null) return t('signIn.tooMany');
  if (waitS === 0) return t('signIn.waited');
  return (
    <Trans
      i18nKey="signIn.wait"
      values={{ seconds: waitS }}
      components={{ timer: <span role="timer" aria-live="off" /> }}
    />
  );
}
