import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, CopyStatus } from '../../../shared/contract/connection.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { findCopyProblem } from '../../../shared/copy-problems.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { findPlatformProblem } from '../../../shared/platform-address.ts';
import type { PlatformKind } from '../../../shared/platforms/platform-kind.ts';
import { getPlatformKind } from '../../../shared/platforms/registry.ts';
import { getUnknownLabel } from '../../../shared/unknown-figures.ts';
import { FactList } from '../../components/fact-list.tsx';
import { useFormatTimestamp } from '../../components/moment-text.ts';
import { SettingsFrame } from '../../components/page/page-parts.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryAsOf, QueryContent } from '../../components/states/query-states.tsx';
import { readApi } from '../../lib/host/api-client.ts';
import { usePlatformName } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { connectionQuery } from '../../lib/queries/connection.ts';
import { CheckSection } from './check-section.tsx';
import styles from './connection-page.module.css';
import { ConnectionSection } from './connection-section.tsx';
import { CopyActions } from './copy-actions.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { StreamsSection } from './streams-section.tsx';
import { TechnicalSection } from './technical-section.tsx';

/** How the platform is read, what has been read, and what is unknown. */
export function ConnectionPage() {
  const { t } = useTranslation();
  const connection = useQuery(connectionQuery);
  const [isEmptied, setIsEmptied] = useState(false);
  const { data, isError } = connection;
  const aside = data && isError && <QueryAsOf query={connection} />;
  const actions = data?.platform && data.copy && (
    <CopyActions platform={data.platform} copy={data.copy} onEmptied={setIsEmptied} />
  );
  return (
    <SettingsFrame part="connection" aside={aside} actions={actions}>
      <div className={styles.content}>
        <p role="status" className={styles.outcome}>
          {isEmptied && t('connection.emptying.done')}
        </p>
        <QueryContent query={connection} rows={8} widths={[25, 60]} stillUsable={t('connection.stillUsable')}>
          {(read) => <ConnectionContent connection={read} />}
        </QueryContent>
      </div>
    </SettingsFrame>
  );
}

function ConnectionContent({ connection: { platform, account, copy } }: { readonly connection: Connection }) {
  const { t } = useTranslation();
  const formatPlatformName = usePlatformName();
  if (platform === null) return <BuiltInPlatform account={account} />;
  const kind = getPlatformKind(platform);
  if (copy === null) {
    return (
      <EmptyPanel
        title={t('connection.none.title', { platform: formatPlatformName(platform) })}
        reason={t(kind.isWholeCopy ? 'connection.none.wholeCopy' : 'connection.none.remote')}
      />
    );
  }
  const isKnown = copy.streams.length > 0;
  // If orders cannot be read, no month will ever be complete.
  const coverage = copy.streams.some(({ name, readBy }) => name === 'orders' && readBy !== null) ? copy.coverage : null;
  return (
    <>
      <CopyFacts platform={platform} account={account} copy={copy} />
      {(isKnown || copy.triesAgainAt === null) && <StreamsSection {...copy} />}
      {coverage && <CoverageSection coverage={coverage} />}
      {/* Only a copy of orders is compared with its platform. */}
      {(coverage || copy.check) && <CheckSection check={copy.check} />}
      {isKnown && (kind.isWholeCopy || copy.notes.length > 0) && <NotesSection notes={copy.notes} />}
      {copy.unknown.length > 0 && <UnknownSection unknown={copy.unknown} kind={kind} />}
      <TechnicalSection {...copy} />
    </>
  );
}

/** The built-in platform, with its number of orders and their dates. */
function BuiltInPlatform({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const first = useBoundaryOrder('date_purchased').data?.data[0];
  const { data: latest } = useBoundaryOrder('-date_purchased');
  const last = latest?.data[0];
  return (
    <>
      <FactList
        layout="row"
        facts={[
          [t('signIn.platform'), t('connection.builtInName'), 'wide'],
          [t('signIn.account'), account],
          [t('shell.orders'), latest ? format.quantity(latest.total) : ''],
          [t('connection.firstOrder'), first ? format.dateTime(first.date_purchased) : ''],
          [t('connection.lastOrder'), last ? format.dateTime(last.date_purchased) : ''],
        ]}
      />
      <p className={styles.sentence}>{t('connection.otherPlatform')}</p>
    </>
  );
}

/** The first or the latest order, and the total number. */
function useBoundaryOrder(sort: 'date_purchased' | '-date_purchased') {
  const query = { from: MIN_DATE, to: useToday(), sort, start: 0, limit: 1 };
  return useQuery({
    queryKey: ['connection', 'orders', query],
    meta: { follows: ['orders'] as const },
    queryFn: ({ signal }) => readApi(listOrders, { query, signal }),
  });
}

interface CopyFactsProps {
  readonly platform: string;
  readonly account: string;
  readonly copy: CopyStatus;
}

function CopyFacts({ platform, account, copy: { state, problem, triesAgainAt, streams } }: CopyFactsProps) {
  const { t } = useTranslation();
  const formatTimestamp = useFormatTimestamp();
  const formatPlatformName = usePlatformName();
  const isBeginning = state === 'waiting' && streams.length === 0;
  const isFailing = state === 'waiting' && triesAgainAt !== null;
  const shownState = isFailing ? 'failing' : isBeginning ? 'beginning' : state;
  return (
    <>
      <FactList
        layout="row"
        facts={[
          [t('signIn.platform'), formatPlatformName(platform), 'wide'],
          [t('signIn.account'), account],
          [t('connection.state'), t(`connection.states.${shownState}`), 'wide'],
        ]}
      />
      {state === 'stopped' && <p className={styles.attention}>{t('connection.stopped')}</p>}
      {state !== 'stopped' && problem !== null && (
        <p className={styles.attention}>
          {findPlatformProblem(problem) === 'unreachable'
            ? t('connection.streams.unreached')
            : t('connection.streams.problem', { problem: formatProblem(t, problem) })}
          {isFailing && ` ${t('connection.triesAgain', { moment: formatTimestamp(triesAgainAt) })}`}
        </p>
      )}
    </>
  );
}

function formatProblem(t: TFunction, problem: string): string {
  const known = findCopyProblem(problem);
  return known === null ? problem : t(`connection.problems.${known}`);
}

interface UnknownSectionProps {
  readonly unknown: CopyStatus['unknown'];
  readonly kind: PlatformKind;
}

function UnknownSection({ unknown, kind }: UnknownSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ConnectionSection title={t('connection.unknown.title')}>
      <p className={styles.sentence}>
        {kind.isWholeCopy
          ? t('connection.unknown.reason', { platform: kind.texts[language].name })
          : t('connection.unknown.reasonOther')}
      </p>
      <ul className={styles.plainList}>
        {unknown.map((name) => (
          <li key={name}>{getUnknownLabel(name, language)}</li>
        ))}
      </ul>
    </ConnectionSection>
  );
}
