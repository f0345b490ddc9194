/** What is open beside a list stands in the address, under the names that the screen has for it. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export type Panels<Name extends string> = {
  opened: Partial<Record<Name, string>>;
  /** Opens this and closes what was open before; the list keeps its state. */
  show: (panel: Partial<Record<Name, string>>) => void;
  close: () => void;
  /** Closes what has done its work: nobody comes back to it. */
  leave: () => Promise<void>;
};

/** `usePanels('user', 'clone')` reads and writes `?user=new&clone=<id>`. */
export function usePanels<const Name extends string>(...names: readonly Name[]): Panels<Name> {
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const isPanel = (key: string): key is Name => (names as readonly string[]).includes(key);
  const opened = Object.fromEntries(Object.entries(search).filter(([key]) => isPanel(key))) as Partial<Record<Name, string>>;
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => !isPanel(key)));
  const show = (panel: Partial<Record<Name, string>>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  const leave = async (): Promise<void> => navigate({ to: '.', search: rest, replace: true });
  return { opened, show, close: () => show({}), leave };
}
