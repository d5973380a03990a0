// A filter by one organisation among many.
import type { PlainKey } from '@kuwei/contract/phrase';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { record } from './record.tsx';
import type { Filter } from '../list-types.ts';

export const orgFilter = <const N extends string>(name: N, label: PlainKey): Filter<N> =>
  record({
    name,
    label,
    find: orgRoutes.selectOrgs,
    optionOf: ({ id, name: value, code }) => ({ value: id, label: value, hint: code }),
    one: orgRoutes.getOrgOption,
    nameOf: (org) => org.name,
  });
