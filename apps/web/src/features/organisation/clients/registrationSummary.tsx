import type { Client, RegistrationTerms } from '@vitrine/contract/organisation/clients.ts';
import { trialDays } from '@vitrine/contract/organisation/clients.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import css from './clients.module.css';
import { monthName } from './months.ts';
import type { RegistrationValues } from './registrationValues.ts';

/** Everything that is about to be made, in one look. */
type Props = { values: RegistrationValues; terms: RegistrationTerms | undefined; client: Client | null };

export function RegistrationSummary({ values, terms, client }: Props) {
  const { t } = useTranslation(['clients', 'common']);
  const contract = client === null && values.beginning === 'contract';
  const price = client ? client.price_cents : terms?.price_cents;
  const beginning =
    client && values.beginning === 'contract' ? t('beginning_contract_of_client') : t(`beginning_${values.beginning}`, { days: trialDays });
  const sections: { title: string; lines: [string, string][] }[] = [
    {
      title: t('step_client'),
      lines: client
        ? [[t('name'), client.name]]
        : [
            [t(values.kind === 'legal' ? 'legal_name' : 'person_name'), values.name],
            [t(values.kind === 'legal' ? 'cnpj' : 'cpf'), values.tax_id],
            [t('city'), [values.city, values.region].filter(Boolean).join(' · ')],
            [t('invoice_email'), values.invoice_email],
          ],
    },
    {
      title: t('step_unit'),
      lines: [
        [t('unit_name'), values.unit_name],
        [t('subdomain'), `${values.subdomain}.${terms?.host ?? ''}`],
        [t('unit_user_limit'), values.unit_user_limit === '' ? '' : formatNumber(values.unit_user_limit)],
        ...(values.demo_report ? ([[t('demo_report'), t('common:yes')]] satisfies [string, string][]) : []),
      ],
    },
    {
      title: t('step_admin'),
      lines: [
        [t('admin_name'), values.admin_name],
        [t('admin_email'), values.email],
      ],
    },
    {
      title: t('step_beginning'),
      lines: [
        [t('beginning'), beginning],
        ...(price !== undefined ? ([[t('price_cents'), formatMoney(price)]] satisfies [string, string][]) : []),
        ...(contract && values.contract_date
          ? ([[t('contract_date'), formatDate(values.contract_date)]] satisfies [string, string][])
          : []),
        ...(contract && values.first_month ? ([[t('first_month'), monthName(values.first_month)]] satisfies [string, string][]) : []),
      ],
    },
  ];
  return (
    <div className={css.record}>
      {sections.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {lines
              .filter(([, value]) => value !== '')
              .map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className={css.dim}>{t('summary_text', { name: values.admin_name })}</p>
    </div>
  );
}
