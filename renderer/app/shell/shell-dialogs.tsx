import { lazy, Suspense, useEffect, useState } from 'react';
import { useTourReady } from '../../features/tour/tour-due.ts';
import { presentSteps, type TourStep } from '../../features/tour/tour-steps.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { fetchPart } from '../../lib/host/presence.ts';
import { useChangePreferences, usePreferencesQuery } from '../../lib/preferences.ts';
import { keyLabels, shortcutOf } from '../shortcuts/keys.tsx';
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

/** The dialogs that can be opened on every page, each fetched when it is first opened. */
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

/** The palette, whose code is fetched when it is first opened. What is typed meanwhile stands in its field. */
export function PaletteHost() {
  const { isOpen, wasAsked } = usePaletteStore();
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', typeBeforeField, { capture: true });
    return () => document.removeEventListener('keydown', typeBeforeField, { capture: true });
  }, [isOpen]);
  if (!wasAsked) return null;
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={closePalette} />
    </Suspense>
  );
}

/** Takes the keys that nothing but the field of the palette could mean, until that field has the focus. */
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
 * The tour: once by itself, when a user first sees the figures of the overview, and whenever it is asked for. That it
 * began is stored at once, so that it never begins by itself again.
 */
export function Tour() {
  const isReady = useTourReady();
  const isAsked = useShellDialogStore(({ opened }) => opened?.kind === 'tour');
  const isDue = usePreferencesQuery().data?.isTourDone === false;
  const { mutate: changePreferences } = useChangePreferences();
  const notifyFailure = useNotifyFailure();
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const isBeginning = isReady && (isAsked || isDue);

  useEffect(() => {
    if (!isBeginning) return;
    const present = presentSteps();
    setSteps(present);
    closeShellDialog();
    if (isDue && present.length > 0) changePreferences({ isTourDone: true }, { onError: notifyFailure });
  }, [isBeginning, isDue, changePreferences, notifyFailure]);

  if (steps.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TourPointer
        steps={steps}
        searchKeys={keyLabels(shortcutOf('palette') ?? '').join('+')}
        onEnd={() => setSteps([])}
      />
    </Suspense>
  );
}
