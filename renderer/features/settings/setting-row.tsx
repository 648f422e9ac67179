import { Group, NativeSelect } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComputerSettings, Settings, ViewSettings } from '../../../shared/contract/bridge.ts';
import textStyles from '../../components/text.module.css';
import { useFailureMessage } from '../../lib/failures.ts';
import { useChangeComputerSettings, useChangeSettings } from '../../lib/settings.ts';
import styles from './settings.module.css';

/** The state of the last change of a setting, from its mutation. */
interface Saving {
  readonly status: 'idle' | 'pending' | 'success' | 'error';
  readonly error: unknown;
}

/** The ids that connect a control with its label and hint. */
interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string;
}

interface SettingRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly saving: Saving;
  /** Replaces the usual message for the error. */
  readonly reason?: string | undefined;
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A setting: its name, its control, whether it was saved, and a hint. */
export function SettingRow({ label, hint, saving, reason, children }: SettingRowProps) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <Group gap="8px 12px" mih={30}>
        {children({ id, 'aria-describedby': hintId })}
        <span role="status" className={styles.saved}>
          {saving.status === 'success' && (
            <>
              <IconCheck size={14} aria-hidden />
              {t('settings.saved')}
            </>
          )}
        </span>
      </Group>
      <div id={hintId} className={styles.about}>
        {hint}
      </div>
      {saving.status === 'error' && (
        <p role="alert" className={styles.failure}>
          {t('settings.notSaved', { reason: reason ?? formatFailure(saving.error) })}
        </p>
      )}
    </div>
  );
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceSettingProps<Value extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  /** More choices, each group with a heading. */
  readonly groups?: readonly { readonly group: string; readonly items: readonly Choice<Value>[] }[];
  readonly saving: Saving;
  readonly onChoose: (value: Value) => void;
}

export function ChoiceSetting<Value extends string>(props: ChoiceSettingProps<Value>) {
  const { label, hint, value, choices, groups = [], saving, onChoose } = props;

  function choose(chosen: string) {
    const choice = [...choices, ...groups.flatMap(({ items }) => items)].find((offered) => offered.value === chosen);
    if (choice) onChoose(choice.value);
  }

  return (
    <SettingRow label={label} hint={hint} saving={saving}>
      {(ids) => (
        <NativeSelect
          {...ids}
          w={280}
          maw="100%"
          data={[...choices, ...groups.map(({ group, items }) => ({ group, items: [...items] }))]}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
    </SettingRow>
  );
}

interface SettingsSectionProps {
  readonly title: string;
  /** Says for whom the settings apply. */
  readonly hint: string;
  /** Whether a link opened this section. It is then scrolled into view, and its title is focused. */
  readonly isOpened?: boolean;
  readonly children: ReactNode;
}

export function SettingsSection({ title, hint, isOpened = false, children }: SettingsSectionProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 ref={heading} id={titleId} className={textStyles.sectionTitle} tabIndex={-1}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  );
}

/**
 * The value of a setting, and a function that changes it. While a change is being saved, the value is the chosen one.
 */
export function useViewSetting<Name extends keyof ViewSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeSettings());
}

/** The same for settings that only managers may change. */
export function useComputerSetting<Name extends keyof ComputerSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeComputerSettings());
}

interface Change extends Saving {
  readonly isPending: boolean;
  readonly variables: Partial<Settings> | undefined;
  readonly mutate: (changes: Partial<Settings>) => void;
  readonly reset: () => void;
}

function useSetting<Name extends keyof Settings>(settings: Settings, name: Name, change: Change) {
  const chosen = change.isPending ? change.variables?.[name] : undefined;
  const saving: Saving = change;
  return {
    value: chosen === undefined ? settings[name] : chosen,
    saving,
    save(value: Settings[Name]) {
      const changes: Partial<Settings> = {};
      changes[name] = value;
      change.mutate(changes);
    },
    reset: change.reset,
  };
}
