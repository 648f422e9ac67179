import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PlatformChoice, readPlatformChoice } from '../lib/platform-choice.ts';

interface PlatformFieldProps {
  readonly value: PlatformChoice;
  /** True once the form was submitted: from then on a missing address is reported. */
  readonly isChecked: boolean;
  readonly onChange: (value: PlatformChoice) => void;
  /** The field of the address loses the focus. */
  readonly onLeave?: () => void;
}

/** Up to this length a text may be an incomplete `https://`: longer ones are checked. */
const BEGINNING = 'https://'.length;

/** Three of them fit beside each other in the form of the sign-in page. */
export const RADIO_STYLES = { label: { fontSize: 'var(--font-body)', paddingInlineStart: 8 } } as const;

const KINDS = ['here', 'there', 'storeKeeper'] as const;

/** Where to sign in: at the shops of this program itself, at another platform by its address, or at StoreKeeper. */
export function PlatformField({ value, isChecked, onChange, onLeave }: PlatformFieldProps) {
  const { t } = useTranslation();

  function choose(name: string) {
    const kind = KINDS.find((known) => known === name);
    if (kind) onChange(kind === 'here' ? { kind } : { kind, typed: '' });
  }

  return (
    <Stack gap="sm">
      <Radio.Group size="sm" label={t('signIn.platform')} value={value.kind} onChange={choose}>
        <Group gap="8px 12px">
          {KINDS.map((kind) => (
            <Radio key={kind} size="xs" styles={RADIO_STYLES} value={kind} label={t(`signIn.platformKind.${kind}`)} />
          ))}
        </Group>
      </Radio.Group>
      {value.kind !== 'here' && (
        <AddressField
          // Another text with another meaning.
          key={value.kind}
          kind={value.kind}
          typed={value.typed}
          isChecked={isChecked}
          onChange={(typed) => onChange({ kind: value.kind, typed })}
          onLeave={onLeave}
        />
      )}
    </Stack>
  );
}

interface AddressFieldProps {
  readonly kind: 'there' | 'storeKeeper';
  readonly typed: string;
  readonly isChecked: boolean;
  readonly onChange: (typed: string) => void;
  readonly onLeave: (() => void) | undefined;
}

function AddressField({ kind, typed, isChecked, onChange, onLeave }: AddressFieldProps) {
  const { t } = useTranslation();
  const problem = problemText();
  const isAddress = kind === 'there';
  return (
    <TextInput
      size="sm"
      name="platform"
      // The name of an account is no address.
      type={isAddress ? 'url' : 'text'}
      inputMode="url"
      autoComplete={isAddress ? 'url' : 'off'}
      spellCheck={false}
      label={t(`signIn.address.${kind}`)}
      description={problem === undefined && t(`signIn.addressHint.${kind}`)}
      descriptionProps={{ fz: 'xs' }}
      errorProps={{ size: 'sm' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={typed}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onLeave}
    />
  );

  function problemText(): string | undefined {
    if (typed.trim() === '') return isChecked ? t('signIn.required') : undefined;
    if (!isChecked && typed.trim().length <= BEGINNING) return undefined;
    const read = readPlatformChoice({ kind, typed });
    if (read.ok) return undefined;
    const isNoAccount = kind === 'storeKeeper' && read.problem === 'not-an-address';
    return t(isNoAccount ? 'signIn.notAStoreKeeperAccount' : `signIn.problem.${read.problem}`);
  }
}
