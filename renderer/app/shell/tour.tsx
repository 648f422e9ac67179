import { lazy, Suspense } from 'react';
import { useTourDue } from '../../features/tour/tour-due.ts';
import { useChangePreferences, usePreferences } from '../../lib/preferences.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import { keysOf } from '../shortcuts/command-keys.ts';
import { keyWords } from '../shortcuts/key-words.ts';
import { closeShellDialog, useShellDialogStore } from './shell-dialog-store.ts';

const TourPanel = lazy(async () => ({
  default: (await import('../../features/tour/tour-panel.tsx')).TourPanel,
}));

/** The tour: at the first sign-in of a user, and whenever it is asked for. Ended once, it never begins by itself again. */
export function Tour() {
  const isDue = useTourDue();
  const isAsked = useShellDialogStore(({ opened }) => opened?.kind === 'tour');
  const { isTourDone } = usePreferences();
  const { mutate: changePreferences } = useChangePreferences();
  const tellFailure = useTellFailure();
  if (!isDue && !isAsked) return null;

  function end() {
    if (isAsked) closeShellDialog();
    if (!isTourDone) changePreferences({ isTourDone: true }, { onError: tellFailure });
  }

  return (
    <Suspense fallback={null}>
      <TourPanel
        key={isAsked ? 'asked' : 'due'}
        searchKeys={keysOf('palette')
          .map((keys) => keyWords(keys).join('+'))
          .join('')}
        takesFocus={isAsked}
        onEnd={end}
      />
    </Suspense>
  );
}
