// Links to the roles and powers that a sentence names.
import { powerRoutes } from '@kuwei/contract/auth/power';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { useMayCall } from '../../page/may-call.ts';
import { langOf } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';

/** A role by code, else a power. */
export function RightLinks({ of }: { of: readonly { code: string; name: string }[] }) {
  const mayCall = useMayCall();
  return of.map(({ code, name }) => {
    const isRole = code.startsWith('ROLE_');
    if (!mayCall(isRole ? roleRoutes.listRoles : powerRoutes.listPowers)) return null;
    return (
      <PageLink key={code} to={`/def/power/${isRole ? 'role' : 'power'}?q=${encodeURIComponent(code)}`}>
        <span lang={langOf(name)}>{name}</span>
      </PageLink>
    );
  });
}
