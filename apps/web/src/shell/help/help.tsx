import { useStateValue } from '#platform/state.ts';
import { HelpPanel } from './helpPanel.tsx';
import { openHelp } from './helpState.ts';
import { Tour } from './tour.tsx';

/** What is open of the help. */
export function Help({ onShortcuts }: { onShortcuts: () => void }) {
  const open = useStateValue(openHelp);
  const close = () => openHelp.set(null);
  if (open?.kind === 'tour') return <Tour onClose={close} />;
  if (!open) return null;
  const shortcuts = () => {
    close();
    onShortcuts();
  };
  return <HelpPanel topic={open.topic} onClose={close} onTour={() => openHelp.set({ kind: 'tour' })} onShortcuts={shortcuts} />;
}
