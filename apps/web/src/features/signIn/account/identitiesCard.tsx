import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { identityLink, identityUnlink, overview } from '#endpoints/signIn/account.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDate, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './account.module.css';
import { GivenUp, useConfirmed } from './confirm.tsx';
import { Card, Row } from './parts.tsx';

type Identity = AccountSecurity['identities'][number];

/** Proper names, the same in every language. */
const protocols = { azure: 'Microsoft Entra', saml: 'SAML' } as const;

function stateOf(t: TFunction<'account'>, { since, last_used_at, may }: Identity): string[] {
  if (since === null) return [t(may === 'link' ? 'identity_invited' : 'identity_invited_elsewhere')];
  const used = last_used_at ? [t('used', { when: formatRelative(last_used_at) })] : [];
  return [t('identity_since', { when: formatDate(since) }), ...used];
}

/** Accounts of companies by which the person comes in. Whoever looks after a unit invites to its directories. */
export function IdentitiesCard({ account }: { account: AccountSecurity }) {
  const { t } = useTranslation('account');
  const stale = useStale();
  const { confirmed, dialog } = useConfirmed(account);
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof GivenUp)) toast.failure(error);
    }
  };
  const link = ({ id }: Identity) =>
    run(async () => {
      const { url } = await confirmed(() => call(identityLink, { params: { id } }));
      location.assign(url);
    });
  const unlink = ({ id, name, unit_name }: Identity) =>
    run(async () => {
      if (!(await toast.confirm(t('identity_unlink_sure', { name, unit: unit_name })))) return;
      await confirmed(() => call(identityUnlink, { params: { id } }));
      toast.success(t('identity_unlinked', { name }));
      await stale(overview);
    });
  return (
    <Card title={t('identities')} text={t('identities_text')}>
      <ul className={css.rows}>
        {account.identities.map((identity) => (
          <Row
            key={identity.id}
            icon={<IconBuilding size={20} stroke={1.6} aria-hidden="true" />}
            title={identity.name}
            text={[protocols[identity.by], identity.unit_name, ...stateOf(t, identity)].join(' · ')}
          >
            {identity.may === 'link' ? <Button onClick={() => void link(identity)}>{t('identity_link')}</Button> : null}
            {identity.may === 'unlink' ? (
              <Button variant="default" onClick={() => void unlink(identity)}>
                {t('identity_unlink')}
              </Button>
            ) : null}
          </Row>
        ))}
      </ul>
      {dialog}
    </Card>
  );
}
