import { opensScreen } from '@kuwei/contract/screens';
import { useMemo } from 'react';
import { usePageRole } from '../../api/page-role.ts';
import { say } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { useVersion } from '../../session/version.ts';
import { useItemName } from '../item-name.ts';
import { targetsOf, type PageTarget } from './find.ts';
import { initials } from './initials.ts';

/** The pages of the menu, by name, pinyin initials, tag and address. */
export function usePageTargets(): PageTarget[] {
  const menu = useVersion((state) => state.menu);
  const roles = useUser((state) => state.roles);
  const pageRole = usePageRole((state) => state.pageRole);
  const nameOf = useItemName();
  return useMemo(
    () =>
      targetsOf(
        menu,
        { roles, pageRole, opens: opensScreen },
        nameOf,
        (node) => `${node.name} ${initials(node.name)} ${say(node.nameTag ?? '')} ${node.url}`,
      ),
    [menu, roles, pageRole, nameOf],
  );
}
