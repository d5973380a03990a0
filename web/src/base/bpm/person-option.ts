import type { ReplyOf } from '@kuwei/contract/route';
import type { workRoutes } from '@kuwei/contract/bpm/work';

type Person = ReplyOf<(typeof workRoutes)['selectColleagues']>['list'][number];

/** A colleague's name and group; username to distinguish people of the same name. */
export const personOption = ({ id, name, username, group }: Person) => ({
  value: id,
  label: name,
  hint: group === null ? username : `${username} · ${group}`,
});
