// A bar on every page while impersonating, with a button to end it.
import { useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { displayName, useUser } from '../session/user.ts';
import { exactMoment } from '../ui/format.ts';
import { endImpersonation } from './acting.ts';

export function ActingBar() {
  const t = useT();
  const user = useUser((state) => state.user);
  const [busy, setBusy] = useState(false);
  const back = async (): Promise<void> => {
    setBusy(true);
    await endImpersonation().finally(() => setBusy(false));
  };
  const acting = user?.authProxyUserInfo;
  if (!acting) return null;
  return (
    <p className="acting-bar" role="status">
      <span>
        <strong>{t('acting.as', { name: displayName(user) })}</strong>
        {' · '}
        {t('acting.until', { own: acting.name, time: exactMoment(acting.endsAt).slice(11, 16) })}
      </span>
      <button type="button" className="kw-plain" aria-busy={busy} disabled={busy} onClick={() => void back()}>
        {t('acting.back')}
      </button>
    </p>
  );
}
