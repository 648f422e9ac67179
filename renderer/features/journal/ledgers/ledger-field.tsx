import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEDGER_ACCOUNT_PATTERN } from '../../../../shared/contract/ledgers.ts';
import { useChangeLedger } from '../api/change-ledger.ts';
import styles from '../journal.module.css';
import { focusNextLedger } from './focus-next-ledger.ts';
import type { LedgerSubject } from './ledger-sections.ts';

interface LedgerFieldProps {
  readonly subject: LedgerSubject;
  /** Null while there is none. */
  readonly ledger: string | null;
}

const ACCOUNT = new RegExp(LEDGER_ACCOUNT_PATTERN);

/** A ledger account that can be typed. It is kept from Enter, which goes on to the next field, or leaving the field. */
export function LedgerField({ subject, ledger }: LedgerFieldProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeLedger();
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);

  function keep() {
    if (isPending) return;
    const typed = draft?.trim() ?? null;
    const isUnchanged = typed === null || typed === (ledger ?? '');
    const isRefusedNow = !isUnchanged && typed !== '' && !ACCOUNT.test(typed);
    setIsRefused(isRefusedNow);
    if (isRefusedNow) return;
    if (isUnchanged) setDraft(null);
    else mutate({ subject, ledger: typed }, { onSuccess: () => setDraft(null) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') {
      setDraft(null);
      setIsRefused(false);
    }
    // Leaving the field keeps what is in it; where there is nowhere to go, Enter does.
    if (event.key === 'Enter' && !focusNextLedger(event.currentTarget)) keep();
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
      error={isRefused && t('journal.notAnAccount')}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
