import { lazy, Suspense } from 'react';
import { useShellDialogStore } from './shell-dialog-store.ts';

const HelpSheet = lazy(async () => ({ default: (await import('../shortcuts/help-sheet.tsx')).HelpSheet }));
const ViewDialog = lazy(async () => ({ default: (await import('../views/view-dialog.tsx')).ViewDialog }));
const SignInDialog = lazy(async () => ({
  default: (await import('../side-bar/sign-in-dialog.tsx')).SignInDialog,
}));
const SwitchDialog = lazy(async () => ({
  default: (await import('../side-bar/switch-dialog.tsx')).SwitchDialog,
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
