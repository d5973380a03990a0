// Dictionaries of the product; a site adds to them.
/** [code, Chinese, English, props]; `decimals` of a unit says how finely it may be divided, `plural` what several of it are called in English. */
type Field = [code: string, zh: string, en: string, props?: Record<string, string>];

export const dictionaries: { code: string; name: string; fields: Field[] }[] = [
  {
    code: 'WMS_UNIT',
    name: '计量单位',
    fields: [
      ['BOTTLE', '瓶', 'bottle', { decimals: '0', rec20: 'BO', plural: 'bottles' }],
      ['BOX', '盒', 'box', { decimals: '0', rec20: 'BX', plural: 'boxes' }],
      ['CARTON', '箱', 'carton', { decimals: '0', rec20: 'CT', plural: 'cartons' }],
      ['PACK', '包', 'pack', { decimals: '0', rec20: 'PK', plural: 'packs' }],
      ['PIECE', '个', 'piece', { decimals: '0', rec20: 'H87', plural: 'pieces' }],
      ['SET', '套', 'set', { decimals: '0', rec20: 'SET', plural: 'sets' }],
      ['KIT', '试剂盒', 'kit', { decimals: '0', rec20: 'KT', plural: 'kits' }],
      ['TUBE', '支', 'tube', { decimals: '0', rec20: 'TU', plural: 'tubes' }],
      ['CYLINDER', '钢瓶', 'cylinder', { decimals: '0', rec20: 'CY', plural: 'cylinders' }],
      ['UNIT', '台', 'unit', { decimals: '0', rec20: 'C62', plural: 'units' }],
      ['L', '升', 'L', { decimals: '3', rec20: 'LTR' }],
      ['ML', '毫升', 'mL', { decimals: '1', rec20: 'MLT' }],
      ['KG', '千克', 'kg', { decimals: '3', rec20: 'KGM' }],
      ['G', '克', 'g', { decimals: '3', rec20: 'GRM' }],
      ['MG', '毫克', 'mg', { decimals: '1', rec20: 'MGM' }],
    ],
  },
  {
    code: 'WMS_CONDITION',
    name: '存放条件',
    fields: [
      ['FRIDGE2_8', '冷藏 2–8 ℃', 'Refrigerated 2–8 °C'],
      ['FREEZER', '冷冻 −20 ℃', 'Frozen −20 °C'],
      ['DARK', '避光', 'Dark'],
      ['VENTED', '通风', 'Ventilated'],
      ['LOCKED', '上锁', 'Locked'],
      ['EXPLOSION_PROOF', '防爆', 'Explosion-proof'],
      ['DRY', '干燥', 'Dry'],
    ],
  },
  {
    code: 'WMS_GRADE',
    name: '试剂级别',
    fields: [
      ['AR', '分析纯', 'Analytical (AR)'],
      ['CP', '化学纯', 'Chemically pure (CP)'],
      ['GR', '优级纯', 'Guaranteed (GR)'],
      ['HPLC', '色谱纯', 'HPLC'],
      ['LR', '实验试剂', 'Laboratory (LR)'],
      ['IND', '工业级', 'Industrial'],
    ],
  },
  {
    code: 'SYS_IDENTITY',
    name: '人员身份',
    fields: [
      ['STAFF', '教职工', 'Staff'],
      ['STUDENT', '学生', 'Student'],
      ['VISITOR', '访问人员', 'Visitor'],
      ['SUPPLIER', '供应商人员', 'Supplier'],
      ['OTHER', '其他', 'Other'],
    ],
  },
];
