import { browse, cancel, requests } from '#endpoints/access/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

/** Cancels the person's own request. */
export function useCancel(): (id: string) => Promise<void> {
  const { t } = useTranslation('catalogue');
  const stale = useStale();
  return async (id) => {
    try {
      await call(cancel, { params: { id } });
      await stale(browse, requests);
      toast.success(t('cancelled'));
    } catch (error) {
      toast.failure(error);
    }
  };
}
