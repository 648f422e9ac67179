import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import styles from './sign-in-page.module.css';
import type { SignedOut } from './signed-out.ts';

type Input = BridgeArgument<'signIn'>;
type TextField = 'account' | 'email' | 'password';

interface SignInFormProps {
  readonly session: SignedOut;
  readonly isBusy: boolean;
  /** After too many tries; until then nothing is submitted. */
  readonly mustWait: boolean;
  readonly onSubmit: (input: Input) => void;
}

export function SignInForm({ session, isBusy, mustWait, onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState<Input>({
    account: '',
    email: '',
    password: '',
    // A password still kept from before means that staying signed in was the user's choice.
    remember: session.remembersSignIn,
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mustWait) return;
    setIsChecked(true);
    if (input.account && input.email && input.password) onSubmit(input);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        {...field('account')}
        autoComplete="organization"
        spellCheck={false}
        data-autofocus
        autoFocus
      />
      <TextInput {...field('email')} type="email" autoComplete="username" spellCheck={false} />
      <PasswordInput
        {...field('password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      />
      <Checkbox
        size="xs"
        classNames={{ label: styles.remember, description: styles.hint }}
        label={t('signIn.remember')}
        description={t(session.keepsPassword ? 'signIn.kept' : 'signIn.notKept')}
        checked={input.remember}
        onChange={(event) => setInput({ ...input, remember: event.currentTarget.checked })}
      />
      <Button type="submit" size="sm" fullWidth loading={isBusy} disabled={mustWait}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
