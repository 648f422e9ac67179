import { lazy, Suspense, useEffect, useState } from 'react';
import { useTourReady } from '../../features/tour/tour-due.ts';
import { listPresentSteps, type TourStep } from '../../features/tour/tour-steps.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { fetchPart } from '../../lib/host/presence.ts';
import { useChangePreferences, usePreferencesQuery } from '../../lib/preferences.ts';
import { findShortcut, formatKeyLabels } from '../shortcuts/keys.tsx';
import { closePalette, closeShellDialog, typeInPalette, usePaletteStore, useShellDialogStore } from './shell-store.ts';

const HelpSheet = lazy(async () => ({
  default: (await fetchPart(() => import('../shortcuts/help-sheet.tsx'))).HelpSheet,
}));

const ViewDialog = lazy(async () => ({
  default: (await fetchPart(() => import('../views/view-dialog.tsx'))).ViewDialog,
}));

const SignInDialog = lazy(async () => ({
  default: (await fetchPart(() => import('../side-bar/switch-dialogs.tsx'))).SignInDialog,
}));

const SwitchDialog = lazy(async () => ({
  default: (await fetchPart(() => import('../side-bar/switch-dialogs.tsx'))).SwitchDialog,
}));

/** The dialogs of every page. Their code is fetched when they are first opened. */
export function ShellDialogs() {
  const opened = useShellDialogStore((state) => state.opened);
  return (
    <Suspense fallback={null}>
      {opened?.kind === 'help' && <HelpSheet />}
      {opened?.kind === 'view' && <ViewDialog viewId={opened.viewId} />}
      {opened?.kind === 'sign-in' && <SignInDialog start={opened.start} />}
      {opened?.kind === 'switch' && <SwitchDialog signIn={opened.signIn} />}
    </Suspense>
  );
}

const Palette = lazy(async () => ({ default: (await fetchPart(() => import('../palette/palette.tsx'))).Palette }));

/** The palette. Its code is fetched when it is first opened; text typed meanwhile goes into its field. */
export function PaletteHost() {
  const { isOpen, wasOpened } = usePaletteStore();
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', typeBeforeField, { capture: true });
    return () => document.removeEventListener('keydown', typeBeforeField, { capture: true });
  }, [isOpen]);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={closePalette} />
    </Suspense>
  );
}

/** Collects keys meant for the field of the palette until that has the focus. */
function typeBeforeField(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  const isInField = document.activeElement?.matches('[role=dialog] [role=combobox]');
  if (isInField || ctrlKey || metaKey || altKey || isComposing) return;
  const { query } = usePaletteStore.getState();
  if (key === 'Backspace') typeInPalette(query.slice(0, -1));
  else if ([...key].length === 1) typeInPalette(`${query}${key}`);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const TourPointer = lazy(async () => ({
  default: (await fetchPart(() => import('../../features/tour/tour-pointer.tsx'))).TourPointer,
}));

/**
 * The tour. It starts automatically when a user first sees the overview's figures, and on request. Its start is stored
 * at once, so that it never starts automatically again.
 */
export function Tour() {
  const isReady = useTourReady();
  const isRequested = useShellDialogStore(({ opened }) => opened?.kind === 'tour');
  const isDue = usePreferencesQuery().data?.isTourDone === false;
  const { mutate: changePreferences } = useChangePreferences();
  const notifyFailure = useNotifyFailure();
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const isBeginning = isReady && (isRequested || isDue);

  useEffect(() => {
    if (!isBeginning) return;
    const present = listPresentSteps();
    setSteps(present);
    closeShellDialog();
    if (isDue && present.length > 0) changePreferences({ isTourDone: true }, { onError: notifyFailure });
  }, [isBeginning, isDue, changePreferences, notifyFailure]);

  if (steps.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TourPointer
        steps={steps}
        searchKeys={formatKeyLabels(findShortcut('palette') ?? '').join('+')}
        onEnd={() => setSteps([])}
      />
    </Suspense>
  );
}
