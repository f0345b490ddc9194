import { browse, cancel, requests } from '@vitrine/contract/features/catalogue.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';

/** Takes one's own request back. */
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
