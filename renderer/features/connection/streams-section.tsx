import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CopyStatus, StreamProgress, StreamStatus } from '../../../shared/contract/connection.ts';
import { findPlatformProblem } from '../../../shared/platform-address.ts';
import { useFormatProgress } from '../../components/copy-progress.ts';
import { useFormatTimestamp } from '../../components/moment-text.ts';
import styles from './connection-page.module.css';
import { ConnectionSection } from './connection-section.tsx';

type StreamsSectionProps = Pick<CopyStatus, 'state' | 'streams' | 'coverage'>;

/** What is read, up to which time, and the progress of each reading. */
export function StreamsSection({ state, streams, coverage }: StreamsSectionProps) {
  const { t } = useTranslation();
  return (
    <ConnectionSection title={t('connection.streams.title')}>
      {streams.length === 0 && <p className={styles.sentence}>{t('connection.streams.finding')}</p>}
      <ul className={styles.rows}>
        {streams.map((stream) => (
          <li key={stream.name} className={styles.row}>
            <h3 className={styles.name}>{t(`connection.streams.name.${stream.name}`)}</h3>
            <div className={styles.details}>
              <StreamDetails
                stream={state === 'stopped' ? removeExpectedEnd(stream) : stream}
                isPartial={stream.name === 'orders' && coverage?.isWhole === false}
              />
            </div>
          </li>
        ))}
      </ul>
    </ConnectionSection>
  );
}

/** A stopped reading has no expected end. */
function removeExpectedEnd(stream: StreamStatus): StreamStatus {
  return { ...stream, progress: stream.progress && { ...stream.progress, expectedEnd: null } };
}

interface StreamDetailsProps {
  readonly stream: StreamStatus;
  /** The newest records are up to date, but the oldest ones are not read yet. */
  readonly isPartial: boolean;
}

function StreamDetails({ stream: { name, readBy, readAt, progress, problem }, isPartial }: StreamDetailsProps) {
  const { t } = useTranslation();
  const formatTimestamp = useFormatTimestamp();
  if (readBy === null) {
    return (
      <p className={styles.attention}>
        <IconAlertTriangle size={15} aria-hidden />
        {t(name === 'orders' ? 'connection.streams.unreadableOrders' : 'connection.streams.unreadable')}
      </p>
    );
  }
  return (
    <>
      {problem !== null && (
        <p className={styles.attention}>
          <IconAlertTriangle size={15} aria-hidden />
          {findPlatformProblem(problem) === 'unreachable'
            ? t('connection.streams.unreached')
            : t('connection.streams.problem', { problem })}
        </p>
      )}
      {progress && <StreamProgressBar name={name} progress={progress} />}
      <p>
        {readAt === null
          ? t('connection.streams.notReadYet')
          : t(isPartial ? 'connection.streams.partlyReadAt' : 'connection.streams.readAt', {
              moment: formatTimestamp(readAt),
            })}
      </p>
    </>
  );
}

interface StreamProgressBarProps {
  readonly name: StreamStatus['name'];
  readonly progress: StreamProgress;
}

function StreamProgressBar({ name, progress }: StreamProgressBarProps) {
  const { t } = useTranslation();
  const formatProgress = useFormatProgress();
  const { done, of } = progress;
  return (
    <>
      <p>{formatProgress(name, progress)}</p>
      {of !== null && (
        <progress
          className={styles.progress}
          aria-label={t('connection.streams.bar', { name: t(`connection.streams.name.${name}`) })}
          max={Math.max(of, 1)}
          value={Math.min(done, of)}
        />
      )}
    </>
  );
}
