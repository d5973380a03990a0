// The organisation (research group) that this window works for.
import type { OrgType } from '@kuwei/contract/org';
import { create } from 'zustand';
import { KEYS, local } from '../browser/storage.ts';

export interface ChosenOrg {
  id: string;
  name: string;
  type: OrgType;
}

interface OrgState {
  org: ChosenOrg | null;
  /** Set if another window of the same session switched organisation: this window still shows the previous one. */
  elsewhere: ChosenOrg | null;
}
export const useOrg = create<OrgState>(() => ({ org: local.get(KEYS.org) as ChosenOrg | null, elsewhere: null }));

export const chosenOrg = (): ChosenOrg | null => useOrg.getState().org;

export function saveOrg(org: ChosenOrg | null): void {
  const kept = org && { id: org.id, name: org.name, type: org.type };
  if (kept === null) local.remove(KEYS.org);
  else local.set(KEYS.org, kept);
  useOrg.setState({ org: kept, elsewhere: null });
}

/** Updates the name of the current organisation, such as after a language change. */
export function renameOrg({ id, name }: Pick<ChosenOrg, 'id' | 'name'>): void {
  const { org, elsewhere } = useOrg.getState();
  if (org?.id !== id || org.name === name) return;
  useOrg.setState({ org: { ...org, name } });
  if (elsewhere === null) local.set(KEYS.org, { ...org, name });
}

/**
 * Notices a switch in another window. This window keeps showing and writing to its own group until it is reloaded: a half-filled form
 * must not go to a different group than it was started for.
 */
export function watchOrg(): () => void {
  const changed = ({ key }: StorageEvent): void => {
    if (key !== KEYS.org) return;
    const otherOrg = local.get(KEYS.org) as ChosenOrg | null;
    const own = chosenOrg();
    if (otherOrg === null) return;
    if (own === null) useOrg.setState({ org: otherOrg });
    else useOrg.setState({ elsewhere: otherOrg.id === own.id ? null : otherOrg });
  };
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}
