import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AddressLink } from '../../../components/address-link.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import { SectionFailure } from '../section-failure.tsx';
import styles from './attention-section.module.css';
import type { Concern } from './concern.ts';

/** What needs attention, a line each; one quiet line when nothing does. */
export function AttentionSection({ concerns }: { readonly concerns: readonly Concern[] }) {
  const { t } = useTranslation();
  const isFine = concerns.every(({ state }) => state === 'fine');
  return (
    <Section title={t('overview.attention.title')}>
      {isFine ? (
        <p className={styles.fine}>
          <IconCheck size={16} stroke={2.2} aria-hidden />
          {t('overview.attention.none')}
        </p>
      ) : (
        <ul className={styles.list}>
          {concerns.map((concern) => (
            <ConcernLine key={concern.name} concern={concern} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const ONE_BAR = [80];

function ConcernLine({ concern }: { readonly concern: Concern }) {
  const { t } = useTranslation();
  const { name, state, question, text, scope, address } = concern;
  if (state === 'fine') return null;
  if (state === 'reading') {
    return (
      <li>
        <SkeletonRows rows={1} widths={ONE_BAR} />
      </li>
    );
  }
  if (state === 'failed') {
    return (
      <li>
        <SectionFailure question={question} unknown={t(`overview.attention.unknown.${name}`)} />
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <IconAlertTriangle size={16} className={styles.sign} aria-hidden />
      <span>
        {address ? <AddressLink address={address}>{text}</AddressLink> : text}
        {scope && <span className={styles.scope}>{scope}</span>}
      </span>
    </li>
  );
}
