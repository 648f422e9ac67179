import { Menu } from '@mantine/core';

interface SettingsGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The label of every value, in the order shown. */
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
  /** True where nobody tries one value after the other. */
  readonly closesMenu?: boolean;
}

/** One setting inside a menu: its name and its values, of which one holds. */
export function SettingsGroup<Value extends string>(props: SettingsGroupProps<Value>) {
  const { label, value, choices, onChange, closesMenu = false } = props;
  const values = Object.keys(choices) as Value[];
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {values.map((candidate) => (
        <Menu.RadioItem
          key={candidate}
          value={candidate}
          checked={candidate === value}
          closeMenuOnClick={closesMenu}
          onChange={() => onChange(candidate)}
        >
          {choices[candidate]}
        </Menu.RadioItem>
      ))}
    </>
  );
}
