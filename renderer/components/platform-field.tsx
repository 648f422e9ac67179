import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlatformKind } from '../../shared/platforms/platform-kind.ts';
import { findPlatformKind, PLATFORM_KINDS, type PlatformKindId } from '../../shared/platforms/registry.ts';
import { useLanguage } from '../lib/language.ts';
import { findChosenKind, type PlatformChoice, readPlatformChoice } from '../lib/platform-choice.ts';

interface PlatformFieldProps {
  readonly value: PlatformChoice;
  /** Whether the form was submitted. From then on a missing address is reported. */
  readonly isChecked: boolean;
  readonly onChange: (value: PlatformChoice) => void;
  /** Called when the address field loses the focus. */
  readonly onLeave?: () => void;
  /** Whether the user opened this question. */
  readonly takesFocus?: boolean;
}

/** A shorter text may be an unfinished `https://`, so it is not checked. */
const MAX_UNCHECKED_LENGTH = 'https://'.length;

/** Lets three of them fit side by side on the sign-in page. */
export const RADIO_STYLES = { label: { fontSize: 'var(--font-body)', paddingInlineStart: 8 } } as const;

/** Asks where to sign in: at the shops of this program, or at a platform by its address. */
export function PlatformField({ value, isChecked, onChange, onLeave, takesFocus = false }: PlatformFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chosen = findChosenKind(value);

  function choose(name: string) {
    const kind = findPlatformKind(name);
    onChange(kind === undefined ? { kind: 'here' } : { kind: kind.id, typed: '' });
  }

  return (
    <Stack gap="sm">
      <Radio.Group size="sm" label={t('signIn.platform')} value={value.kind} onChange={choose}>
        <Group gap="8px 12px">
          <Radio styles={RADIO_STYLES} value="here" label={t('signIn.here')} autoFocus={takesFocus} />
          {PLATFORM_KINDS.map(({ id, texts }) => (
            <Radio key={id} styles={RADIO_STYLES} value={id} label={texts[language].name} />
          ))}
        </Group>
      </Radio.Group>
      {value.kind !== 'here' && chosen !== null && (
        <AddressField
          // Resets the field, because another kind needs another text.
          key={chosen.id}
          kind={chosen}
          typed={value.typed}
          isChecked={isChecked}
          onChange={(typed) => onChange({ kind: chosen.id, typed })}
          onLeave={onLeave}
        />
      )}
    </Stack>
  );
}

interface AddressFieldProps {
  readonly kind: PlatformKind<PlatformKindId>;
  readonly typed: string;
  readonly isChecked: boolean;
  readonly onChange: (typed: string) => void;
  readonly onLeave: (() => void) | undefined;
}

function AddressField({ kind, typed, isChecked, onChange, onLeave }: AddressFieldProps) {
  const { t } = useTranslation();
  const texts = kind.texts[useLanguage()];
  const problem = formatProblem();
  const isAddress = !kind.takesNames;
  return (
    <TextInput
      size="sm"
      name="platform"
      aria-required
      // The name of an account is not an address.
      type={isAddress ? 'url' : 'text'}
      inputMode="url"
      autoComplete={isAddress ? 'url' : 'off'}
      spellCheck={false}
      label={texts.address}
      description={problem === undefined && texts.addressHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={typed}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onLeave}
    />
  );

  function formatProblem(): string | undefined {
    if (typed.trim() === '') return isChecked ? t('signIn.required.platform') : undefined;
    if (!isChecked && typed.trim().length <= MAX_UNCHECKED_LENGTH) return undefined;
    const read = readPlatformChoice({ kind: kind.id, typed });
    if (read.ok) return undefined;
    const own = read.problem === 'not-an-address' ? texts.notAnAddress : null;
    return own ?? t(`signIn.problem.${read.problem}`);
  }
}
