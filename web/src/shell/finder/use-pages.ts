import { useMemo } from 'react';
import { sayAny } from '../../phrase/phrases.ts';
import { useVersion } from '../../session/version.ts';
import { useItemName } from '../item-name.ts';
import { useViewer } from '../use-menu.ts';
import { targetsOf, type PageTarget } from './find.ts';
import { initials } from './initials.ts';

/** Menu pages by name, pinyin initials, tag and address. */
export function usePageTargets(): PageTarget[] {
  const menu = useVersion((state) => state.menu);
  const viewer = useViewer();
  const nameOf = useItemName();
  return useMemo(
    () =>
      targetsOf(menu, viewer, nameOf, (node) => `${node.name} ${initials(node.name)} ${sayAny(node.nameTag ?? '')} ${node.url}`),
    [menu, viewer, nameOf],
  );
}
