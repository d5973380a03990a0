import { useEffect, useState } from 'react';
import { LOGIN } from '../../navigation/addresses.ts';
import { withReturnUrl } from '../../navigation/return-url.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { listSignInMethods, type SignInMethods } from '../../session/sign-in-methods.ts';
import { PageLink } from '../../ui/PageLink.tsx';

/** Sign-in methods of this installation. Null until known; without a response only the password. */
export function useSignInMethods(): SignInMethods | null {
  const [ways, setWays] = useState<SignInMethods | null>(null);
  useEffect(() => void listSignInMethods().then(setWays, () => {}), []);
  return ways;
}

/** Links to the other sign-in methods; nothing if there are none. */
export function OtherSignInMethods({ here }: { here: 'password' | 'demo' | 'sso' | 'link' }) {
  const t = useT();
  const { query } = usePage();
  const ways = useSignInMethods();
  const wanted = query.get('return_url');
  const links = [
    here !== 'password' && { to: LOGIN, label: t('login.byPassword') },
    ways?.forgotten === true && here === 'password' && { to: `${LOGIN}/forgotten`, label: t('login.forgotten') },
    ways !== null && ways.sso !== null && here !== 'sso' && { to: `${LOGIN}/sso`, label: t('login.sso', { name: ways.sso }) },
    ways?.demo === true && here !== 'demo' && { to: `${LOGIN}/demo`, label: t('login.demo') },
  ].filter((link) => link !== false);
  return (
    <div className="login-ways" role="group" aria-label={t('login.other')}>
      {links.map(({ to, label }) => (
        <PageLink key={to} className="kw-link" to={wanted === null ? to : withReturnUrl(to, wanted)}>
          {label}
        </PageLink>
      ))}
    </div>
  );
}
