import { useMemo } from 'react';
import { saveSetting, useSettings } from '../session/settings.ts';
import { readArrangement, readViews, type Arrangement, type View } from './arrangement.ts';

/** The user's arrangement of a list, and a setter; stored in their account. */
export function useArrangement(name: string): [Arrangement, (next: Arrangement) => void] {
  const key = `list.${name}`;
  const kept = useSettings((state) => state.values[key]);
  const arrangement = useMemo(() => readArrangement(kept), [kept]);
  return [arrangement, (next) => saveSetting(key, next)];
}

/** The user's views of a list. */
export function useViews(name: string): [View[], (next: readonly View[]) => void] {
  const key = `views.${name}`;
  const kept = useSettings((state) => state.values[key]);
  const views = useMemo(() => readViews(kept), [kept]);
  return [views, (next) => saveSetting(key, next)];
}
