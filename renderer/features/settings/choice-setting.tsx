import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Keeping, SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

interface ChoiceSettingProps<Value extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: Value;
  /** In the order shown. */
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly keeping: Keeping;
  readonly onChoose: (value: Value) => void;
}

/** A setting of which one value holds. */
export function ChoiceSetting<Value extends string>(props: ChoiceSettingProps<Value>) {
  const { label, hint, value, choices, keeping, onChoose } = props;

  function choose(chosen: string) {
    const choice = choices.find((offered) => offered.value === chosen);
    if (choice) onChoose(choice.value);
  }

  return (
    <SettingRow label={label} hint={hint} keeping={keeping}>
      {(ids) => (
        <NativeSelect
          {...ids}
          className={styles.select ?? ''}
          data={[...choices]}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
    </SettingRow>
  );
}
