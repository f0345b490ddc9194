import { useNavigate, useRouter } from '@tanstack/react-router';
import { objectPath } from './paths.ts';
import type { TabName } from './objectTabs.tsx';

/** Opens the page of an object from its list, at one of its tabs; it leads back to the list as it is now. */
export function useOpenObject(listPath: string): (id: string, tab?: TabName) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (id, tab) => {
    const list = router.latestLocation.href;
    void navigate({ to: objectPath(listPath, id), search: tab ? { tab } : {}, state: { list } });
  };
}
