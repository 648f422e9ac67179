import { useTranslation } from 'react-i18next';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { useFormatTimestamp } from '../../components/moment-text.ts';
import styles from './connection-page.module.css';

/** Facts for support: when the rights were confirmed, the size of the copy, and how each stream is read. */
export function TechnicalSection({
  confirmedAt,
  bytes,
  streams,
}: Pick<CopyStatus, 'confirmedAt' | 'bytes' | 'streams'>) {
  const { t } = useTranslation();
  const formatTimestamp = useFormatTimestamp();
  const megabytes = Math.ceil((bytes / MEGABYTE) * 10) / 10;
  const facts: readonly Fact[] = [
    [t('connection.confirmedAt'), formatTimestamp(confirmedAt)],
    [t('connection.size'), t('settings.copies.megabytes', { count: megabytes })],
    ...streams.map(
      (stream): Fact => [t(`connection.streams.name.${stream.name}`), <ReadBy key={stream.name} {...stream} />, 'wide'],
    ),
  ];
  return (
    <details className={styles.technical}>
      <summary>{t('states.technical')}</summary>
      <FactList layout="row" facts={facts} />
    </details>
  );
}

const MEGABYTE = 1_000_000;

/** The function that answers, and the functions that were tried before with the reason of each. */
function ReadBy({ readBy, refused }: CopyStatus['streams'][number]) {
  const { t } = useTranslation();
  return (
    <>
      {readBy !== null && t('connection.streams.readBy', { by: readBy })}
      {refused.map(({ by, reason }) => (
        <p key={by}>{t('connection.streams.refused', { by, reason: removeName(by, reason) })}</p>
      ))}
    </>
  );
}

/** Removes the name of the function, which is already shown before the reason. */
function removeName(by: string, reason: string): string {
  const beginning = ` refused ${by}: `;
  const at = reason.indexOf(beginning);
  return at === -1 ? reason : reason.slice(at + beginning.length);
}
