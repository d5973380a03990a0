// What somebody was given, by name: what counts later, or no more, says so.
import type { Account } from '@kuwei/contract/auth/account';
import { langOf, useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';

interface Given {
  name: string;
  when: Account['roleNames'][number]['when'];
  valid?: boolean;
}

export function Grants({ of }: { of: readonly Given[] }) {
  const t = useT();
  if (of.length === 0) return <None />;
  const text = of
    .map(({ name, when, valid = true }) => {
      if (!valid) return t('user.account.closed', { name });
      if (when === 'NOW') return name;
      return t(when === 'LATER' ? 'user.account.later' : 'user.account.over', { name });
    })
    .join(' · ');
  return (
    <span lang={langOf(text)} title={text}>
      {text}
    </span>
  );
}
