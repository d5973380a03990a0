import type { Translation } from '../../phrase.ts';
import type { wms as zh } from '../zh/wms.ts';

export const wms = {
  'wms.state.DRAFT': 'Draft',
} as const satisfies Translation<typeof zh>;
