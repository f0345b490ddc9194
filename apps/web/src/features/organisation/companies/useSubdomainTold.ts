import { freeSubdomain } from '#endpoints/organisation/companies.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';

const pauseMs = 300;

/** What is told about an address as it is typed: that it is free, or why it cannot be had; null while nothing is known. */
export function useSubdomainTold(name: string, own: string | null = null): string | null {
  const { t } = useTranslation('companies');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [name]);
  const wanted = asked !== '' && asked !== own;
  const { data } = useEndpoint(freeSubdomain, { query: { name: asked } }, { enabled: wanted });
  if (!wanted || !data || asked !== name.trim()) return null;
  return data.refused ?? t('subdomain_free', { host: data.host });
}
