import type { Client } from '@vitrine/contract/organisation/clients.ts';
import { maskPostalCode } from '@vitrine/contract/organisation/brazil.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { Nothing } from '#ui/cells.tsx';
import { maskPhone } from '#ui/form/phoneMask.ts';
import css from './clients.module.css';
import { monthName } from './months.ts';
import { shownTaxId } from './shownTaxId.ts';

type Line = [label: string, value: string];

function useSections(client: Client): { title: string; lines: Line[] }[] {
  const { t } = useTranslation('clients');
  const company = client.kind === 'legal';
  const { street, street_number, complement, district, city, region, postal_code } = client;
  return [
    {
      title: t('section_identity'),
      lines: [
        [t('kind'), t(`kind_${client.kind}`)],
        [t(company ? 'cnpj' : 'cpf'), shownTaxId(client)],
        [t(company ? 'legal_name' : 'person_name'), client.name],
        ...(company
          ? ([
              [t('trade_name'), client.trade_name],
              [t('state_registration'), client.state_registration_exempt ? t('exempt') : client.state_registration],
            ] satisfies Line[])
          : []),
      ],
    },
    {
      title: t('section_address'),
      lines: [
        [t('street'), [street, street_number, complement].filter(Boolean).join(', ')],
        [t('district'), district],
        [t('city'), [city, region].filter(Boolean).join(' · ')],
        [t('postal_code'), maskPostalCode(postal_code)],
      ],
    },
    {
      title: t('section_contact'),
      lines: [
        [t('invoice_email'), client.invoice_email],
        [t('business_email'), client.business_email],
        [t('commercial_phone'), maskPhone(client.commercial_phone)],
      ],
    },
    {
      title: t('section_contract'),
      lines: [
        [t('contract_date'), client.contract_date ? formatDate(client.contract_date) : ''],
        [t('first_month'), client.first_month ? monthName(client.first_month) : ''],
        [t('due_day'), formatNumber(client.due_day)],
        [t('price_cents'), formatMoney(client.price_cents)],
        [t('bonus_users'), formatNumber(client.bonus_users)],
        [t('user_limit'), client.user_limit === null ? t('no_limit') : formatNumber(client.user_limit)],
      ],
    },
    {
      title: t('section_service'),
      lines: [
        [t('seller'), client.seller],
        [t('customer_code'), client.customer_code],
      ],
    },
  ];
}

/** A client for those who read it only: partners, and sellers once there is an invoice. */
export function ClientRecord({ client }: { client: Client }) {
  const sections = useSections(client);
  return (
    <div className={css.record}>
      {sections.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || <Nothing />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
