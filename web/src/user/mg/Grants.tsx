// Names of a user's grants, marking future and expired ones.
import type { Account } from '@kuwei/contract/auth/account';
import { langOf, useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';

interface GrantItem {
  name: string;
  when: Account['roleNames'][number]['when'];
  valid?: boolean;
}

/** @param most how many are named, followed by the number of the others; the tooltip and the details have all */
export function Grants({ of, most = of.length }: { of: readonly GrantItem[]; most?: number }) {
  const t = useT();
  if (of.length === 0) return <None />;
  const names = of.map(({ name, when, valid = true }) => {
    if (!valid) return t('user.account.closed', { name });
    if (when === 'NOW') return name;
    return t(when === 'LATER' ? 'user.account.later' : 'user.account.over', { name });
  });
  const text = names.join(' · ');
  const shown = names.slice(0, most).join(' · ');
  return (
    <span lang={langOf(text)} title={text}>
      {names.length > most ? t('user.account.andMore', { names: shown, n: names.length - most }) : shown}
    </span>
  );
}
