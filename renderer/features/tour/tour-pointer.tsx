import { Button, Group, Popover, Portal } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './tour-pointer.module.css';
import { findTarget, type TourStep } from './tour-steps.ts';

interface TourPointerProps {
  readonly steps: readonly TourStep[];
  /** The keys that open the palette. */
  readonly searchKeys: string;
  readonly onEnd: () => void;
}

/** Points at one thing after another. Escape, the last step and the skip button end the tour. */
export function TourPointer({ steps, searchKeys, onEnd }: TourPointerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const textId = useId();
  const [index, setIndex] = useState(0);
  const step = steps[index] ?? 'figure';
  const isLast = index === steps.length - 1;
  const goToNext = isLast ? onEnd : () => setIndex(index + 1);
  const area = useTargetArea(step, goToNext);
  useEscape(onEnd);

  if (area === null) return null;
  return (
    <Popover
      key={step}
      opened
      withArrow
      withRoles={false}
      position={POSITIONS[step]}
      offset={10}
      width="min(280px, 100vw - 72px)"
      transitionProps={{ duration: 0 }}
    >
      <Portal>
        <Popover.Target>
          <div className={styles.target} style={area} />
        </Popover.Target>
      </Portal>
      <Popover.Dropdown
        ref={takeFocus}
        className={styles.pointer}
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
      >
        <p id={titleId} className={styles.title}>
          {t('habits.tour.step', { step: index + 1, count: steps.length })}
        </p>
        <p id={textId} className={styles.text}>
          {t(`habits.tour.${step}`, { keys: searchKeys })}
        </p>
        <Group gap="xs" justify="flex-end">
          {!isLast && (
            <Button variant="subtle" size="compact-sm" onClick={onEnd}>
              {t('habits.tour.skip')}
            </Button>
          )}
          <Button size="compact-sm" onClick={goToNext}>
            {isLast ? t('states.done') : t('habits.tour.next')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The side of the target with room for the pointer. */
const POSITIONS = { figure: 'bottom-start', exports: 'right', search: 'right' } as const;

interface Area {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The position of the target in the window, updated when it moves; `null` until it is known. Calls `onGone` if the
 * target disappears.
 */
function useTargetArea(step: TourStep, onGone: () => void): Area | null {
  const [area, setArea] = useState<Area | null>(null);
  const gone = useRef(onGone);
  gone.current = onGone;

  useEffect(() => {
    findTarget(step)?.scrollIntoView({ block: 'nearest' });
    let frame = 0;
    const follow = () => {
      const target = findTarget(step);
      if (target === null) return gone.current();
      const { top, left, width, height } = target.getBoundingClientRect();
      setArea((before) => {
        const isSame =
          before?.top === top && before.left === left && before.width === width && before.height === height;
        return isSame ? before : { top, left, width, height };
      });
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [step]);
  return area;
}

function useEscape(onEscape: () => void): void {
  const onPress = useRef(onEscape);
  onPress.current = onEscape;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A dialog over the page closes first.
      if (event.key !== 'Escape' || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      event.stopPropagation();
      onPress.current();
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** Users who type or are in a list or dialog keep the focus. */
const KEEPS_FOCUS = 'input, textarea, select, [role="grid"], [role="grid"] *, [aria-modal="true"] *';

function takeFocus(pointer: HTMLElement | null): void {
  if (!document.activeElement?.matches(KEEPS_FOCUS)) pointer?.focus({ preventScroll: true });
}
