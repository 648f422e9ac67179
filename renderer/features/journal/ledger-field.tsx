import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEDGER_ACCOUNT_PATTERN } from '../../../shared/contract/ledgers.ts';
import { useChangeLedger } from './change-ledger.ts';
import { focusNextLedger } from './focus-next-ledger.ts';
import styles from './journal.module.css';
import type { LedgerSubject } from './ledger-sections.ts';

interface LedgerFieldProps {
  readonly subject: LedgerSubject;
  /** Null while there is none. */
  readonly ledger: string | null;
}

/** Why what stands in the field is not the account: it cannot be one, or it could not be kept. */
type Trouble = 'refused' | 'not-kept';

const ACCOUNT = new RegExp(LEDGER_ACCOUNT_PATTERN);

/** A ledger account that can be typed. It is kept from Enter, which goes on to the next field, or leaving the field. */
export function LedgerField({ subject, ledger }: LedgerFieldProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeLedger();
  const [draft, setDraft] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const typed = draft?.trim() ?? ledger ?? '';
  const isUnchanged = typed === (ledger ?? '');
  const isRefused = !isUnchanged && typed !== '' && !ACCOUNT.test(typed);

  function change(text: string | null) {
    setDraft(text);
    setTrouble(null);
  }

  function keep() {
    if (isPending) return;
    if (isRefused) return setTrouble('refused');
    if (isUnchanged) return change(null);
    mutate(
      { subject, ledger: typed },
      { onSuccess: () => change(null), onError: () => setTrouble('not-kept') },
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') change(null);
    if (event.key !== 'Enter') return;
    // Leaving the field keeps what is in it; where it is not to be left, or there is nowhere to go, Enter does.
    if (isRefused || !focusNextLedger(event.currentTarget)) keep();
  }

  function troubleWords() {
    if (trouble === 'refused') return <span role="alert">{t('journal.notAnAccount')}</span>;
    if (trouble === null) return null;
    return ledger === null ? t('journal.noneKept') : t('journal.notKept', { ledger });
  }

  return (
    <TextInput
      className={styles.field ?? ''}
      aria-label={t('journal.ledgerOf', { name: subject.name })}
      data-ledger
      size="xs"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      placeholder={t('journal.none')}
      value={draft ?? ledger ?? ''}
      readOnly={isPending}
      error={troubleWords()}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
