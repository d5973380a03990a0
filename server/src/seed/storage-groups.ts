// The eleven groups of the Stanford compatible-storage scheme: defaults that a site can edit.
export const storageSource = 'Stanford University, Compatible Storage Group Classification System';

/** `box`, `cabinet`: codes of groups that may share a box, or a cabinet on separate trays. */
export const storageGroups: { code: string; name: string; nameEn: string; box: string; cabinet: string }[] = [
  { code: 'A', name: '相容有机碱', nameEn: 'Compatible organic bases', box: 'AG', cabinet: 'ADGL' },
  { code: 'B', name: '自燃及遇水反应物', nameEn: 'Pyrophoric and water-reactive', box: 'B', cabinet: 'B' },
  { code: 'C', name: '相容无机碱', nameEn: 'Compatible inorganic bases', box: 'CG', cabinet: 'CEFG' },
  { code: 'D', name: '相容有机酸', nameEn: 'Compatible organic acids', box: 'DG', cabinet: 'ADGL' },
  { code: 'E', name: '氧化剂及过氧化物', nameEn: 'Oxidisers including peroxides', box: 'EG', cabinet: 'CEFG' },
  {
    code: 'F',
    name: '无机酸（非氧化性、非可燃）',
    nameEn: 'Inorganic acids, not oxidising or combustible',
    box: 'FG',
    cabinet: 'CEFG',
  },
  { code: 'G', name: '无反应性、不可燃', nameEn: 'Not reactive, flammable or combustible', box: 'ACDEFGL', cabinet: 'ACDEFGL' },
  { code: 'J', name: '有毒压缩气体', nameEn: 'Poison compressed gases', box: '', cabinet: 'J' },
  { code: 'K', name: '爆炸物及高度不稳定物', nameEn: 'Explosive or highly unstable', box: '', cabinet: 'K' },
  { code: 'L', name: '易燃物及溶剂（无反应性）', nameEn: 'Flammables and solvents, not reactive', box: 'GL', cabinet: 'ADGL' },
  { code: 'X', name: '与其他各组均不相容', nameEn: 'Incompatible with all other groups', box: '', cabinet: '' },
];
