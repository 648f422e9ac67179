import { Button, Group } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressLink } from '../../components/links.tsx';
import { type Address, addressOf } from '../../lib/address/address.ts';
import { listText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import styles from './tour-panel.module.css';

interface TourPanelProps {
  /** The keys that open the palette. */
  readonly searchKeys: string;
  /** True if the user asked for the tour. */
  readonly takesFocus: boolean;
  readonly onEnd: () => void;
}

/** Three steps below the page, which stays usable and of which nothing is covered. Escape, the last step and the button to skip end the tour. */
export function TourPanel({ searchKeys, takesFocus, onEnd }: TourPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const titleId = useId();
  const textId = useId();
  const panel = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const step = TOUR_STEPS[index];
  const isLast = index === TOUR_STEPS.length - 1;

  useEffect(() => {
    // The focus of a user who types or is in a list does not move.
    if (takesFocus || document.activeElement === document.body) panel.current?.focus();
  }, [takesFocus]);

  if (step === undefined) return null;
  const pages = listText(
    EXPORTING_PAGES.map((page) => t(`shell.${page}`)),
    language,
  );
  const text = t(`habits.tour.${step.name}.text`, { keys: searchKeys, pages });
  return (
    <section
      ref={panel}
      role="dialog"
      className={styles.panel}
      aria-labelledby={titleId}
      aria-describedby={textId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onEnd();
      }}
    >
      <div className={styles.words}>
        <p className={styles.step}>
          {t('habits.tour.title')} · {t('habits.tour.step', { step: index + 1, count: TOUR_STEPS.length })}
        </p>
        <div aria-live="polite">
          <h2 id={titleId} className={styles.title}>
            {t(`habits.tour.${step.name}.title`)}
          </h2>
          <p id={textId} className={styles.text}>
            {text}
          </p>
        </div>
        <AddressLink address={step.address} className={styles.link}>
          {t(`habits.tour.${step.name}.action`)}
        </AddressLink>
      </div>
      <Group gap="xs" align="stretch">
        {!isLast && (
          <Button variant="subtle" onClick={onEnd}>
            {t('habits.tour.skip')}
          </Button>
        )}
        {index > 0 && (
          <Button variant="default" onClick={() => setIndex(index - 1)}>
            {t('habits.tour.previous')}
          </Button>
        )}
        <Button onClick={isLast ? onEnd : () => setIndex(index + 1)}>
          {isLast ? t('states.done') : t('habits.tour.next')}
        </Button>
      </Group>
    </section>
  );
}

interface TourStep {
  /** Its texts are those of `habits.tour.<name>`. */
  readonly name: 'export' | 'figures' | 'search';
  /** The page that the step describes. */
  readonly address: Address;
}

const TOUR_STEPS: readonly TourStep[] = [
  { name: 'export', address: addressOf('/report') },
  { name: 'figures', address: addressOf('/overview') },
  { name: 'search', address: addressOf('/local-api') },
];

/** The pages with an export, in the order of the menu. */
const EXPORTING_PAGES = [
  ...(['catalog', 'orders', 'discounts', 'report', 'journal'] as const),
  ...(['productSales', 'dayClosing', 'invoices', 'customers'] as const),
];
