import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { mostUsed, usedPercent } from '../place/used.ts';

type Limits = Pick<Box, 'usedVolumeL' | 'maxVolumeL' | 'usedMassKg' | 'maxMassKg' | 'lines' | 'maxLines'>;

/** How close a box is to its tightest limit; null without limits. */
export const boxPercent = ({ usedVolumeL, maxVolumeL, usedMassKg, maxMassKg, lines, maxLines }: Limits): number | null =>
  mostUsed([
    usedPercent(usedVolumeL, maxVolumeL),
    usedPercent(usedMassKg, maxMassKg),
    usedPercent(String(lines), maxLines === null ? null : String(maxLines)),
  ]);
