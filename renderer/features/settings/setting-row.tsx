import { NativeSelect } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComputerSettings, Settings, ViewSettings } from '../../../shared/contract/bridge.ts';
import { useFailureMessage } from '../../lib/failures.ts';
import { useChangeComputerSettings, useChangeSettings } from '../../lib/settings.ts';
import styles from './settings.module.css';

/** How the last change of a setting went, as a mutation tells it. */
interface Keeping {
  readonly status: 'idle' | 'pending' | 'success' | 'error';
  readonly error: unknown;
}

/** What a control needs to be named by its row. */
interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly keeping: Keeping;
  /** Why it was not kept, in words more to the point than those for every failure. */
  readonly reason?: string | undefined;
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A setting: its name, the control, whether it was kept, and what it does. */
export function SettingRow({ label, hint, keeping, reason, children }: SettingRowProps) {
  const { t } = useTranslation();
  const words = useFailureMessage();
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        {children({ id, 'aria-describedby': hintId })}
        <span role="status" className={styles.kept}>
          {keeping.status === 'success' && (
            <>
              <IconCheck size={14} aria-hidden />
              {t('settings.kept')}
            </>
          )}
        </span>
      </div>
      <div id={hintId} className={styles.about}>
        {hint}
      </div>
      {keeping.status === 'error' && (
        <p role="alert" className={styles.failure}>
          {t('settings.notKept', { reason: reason ?? words(keeping.error) })}
        </p>
      )}
    </div>
  );
}

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

interface SettingsSectionProps {
  readonly title: string;
  /** For whom they hold. */
  readonly hint: string;
  readonly children: ReactNode;
}

export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  );
}

/** One setting: what holds, or while that is being kept what was chosen; and the way to change it. */
export function useViewSetting<Name extends keyof ViewSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeSettings());
}

/** As `useViewSetting`, of what managers alone may change. */
export function useComputerSetting<Name extends keyof ComputerSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeComputerSettings());
}

interface Change extends Keeping {
  readonly isPending: boolean;
  readonly variables: Partial<Settings> | undefined;
  readonly mutate: (changes: Partial<Settings>) => void;
  readonly reset: () => void;
}

function useSetting<Name extends keyof Settings>(settings: Settings, name: Name, change: Change) {
  const chosen = change.isPending ? change.variables?.[name] : undefined;
  const keeping: Keeping = change;
  return {
    value: chosen === undefined ? settings[name] : chosen,
    keeping,
    keep(value: Settings[Name]) {
      const changes: Partial<Settings> = {};
      changes[name] = value;
      change.mutate(changes);
    },
    forget: change.reset,
  };
}
