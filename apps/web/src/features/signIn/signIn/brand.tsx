import { logoPath } from '#endpoints/logoPage.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import css from './frame.module.css';

/** The unit's logo, or the product's mark and the name: a way to the unit's own site. */
export function Brand({ look }: { look: LoginConfiguration }) {
  const name = look.unit_name ?? look.title;
  return (
    <a className={css.home} href={logoPath}>
      <Mark look={look} name={name} />
    </a>
  );
}

function Mark({ look, name }: { look: LoginConfiguration; name: string }) {
  if (look.theme.logo) return <img className={css.logo} src={look.theme.logo} alt={name} />;
  return (
    <span className={css.name}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect x="1" y="1" width="30" height="30" rx="8" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M9 22v-6M16 22V10M23 22v-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {name}
    </span>
  );
}
