import { useEffect, useState } from 'react';

/** Whoever leaves a dialog is again where they were: on the row, at the button. Dialogs exist only while they are open. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
