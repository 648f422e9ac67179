import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { readPlatformAddress } from '../../shared/platform-address.ts';

interface PlatformFieldProps {
  /** What is typed; null for the shops of this computer. */
  readonly value: string | null;
  /** True once the form was submitted: from then on a missing address is reported. */
  readonly isChecked: boolean;
  readonly onChange: (value: string | null) => void;
}

/** Up to this length a text may be an incomplete `https://`: longer ones are checked. */
const BEGINNING = 'https://'.length;

/** Where to sign in: at the shops of this program itself, or at another platform by its address. */
export function PlatformField({ value, isChecked, onChange }: PlatformFieldProps) {
  const { t } = useTranslation();
  const problem = value === null ? undefined : problemOf(value);
  const choice = { label: { fontSize: 'var(--font-body)' } };
  return (
    <Stack gap="sm">
      <Radio.Group
        size="sm"
        label={t('signIn.platform')}
        value={value === null ? 'here' : 'there'}
        onChange={(where) => onChange(where === 'here' ? null : '')}
      >
        <Group gap="8px 20px">
          <Radio size="xs" styles={choice} value="here" label={t('signIn.platformHere')} />
          <Radio size="xs" styles={choice} value="there" label={t('signIn.platformThere')} />
        </Group>
      </Radio.Group>
      {value !== null && (
        <TextInput
          size="sm"
          name="platform"
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          label={t('signIn.address')}
          description={problem === undefined && t('signIn.addressHint')}
          descriptionProps={{ fz: 'xs' }}
          errorProps={{ size: 'sm' }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value}
          error={problem}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Stack>
  );

  function problemOf(typed: string): string | undefined {
    if (typed.trim() === '') return isChecked ? t('signIn.required') : undefined;
    if (!isChecked && typed.trim().length <= BEGINNING) return undefined;
    const read = readPlatformAddress(typed);
    return read.ok ? undefined : t(`signIn.problem.${read.problem}`);
  }
}
