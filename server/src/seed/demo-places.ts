// Demo warehouses, containers and boxes.
import type { ContainerType } from '@kuwei/contract/wms/place';

export interface DemoContainer {
  code: string;
  name: string;
  nameEn: string;
  type: ContainerType;
  parent?: string;
  conditions?: string[];
  groups?: string[];
  rows?: number;
  cols?: number;
  /** Capacity of each box in litres and kilograms. */
  box?: [volumeL: string, massKg: string];
  dualLock?: boolean;
  maxVolumeL?: string;
}

export const demoWarehouses: {
  code: string;
  name: string;
  nameEn: string;
  campus: string;
  address: string;
  openingHours: string;
  keepers: string[];
  containers: DemoContainer[];
}[] = [
  {
    code: 'W1',
    name: '化学品仓库',
    nameEn: 'Chemical Store',
    campus: '主校区',
    address: '实验东路 8 号 1 层',
    openingHours: '周一至周五 Mon–Fri 8:30–11:30, 14:00–17:00',
    keepers: ['keeper', 'keeper2', 'manager'],
    containers: [
      { code: 'R1', name: '易燃品间', nameEn: 'Flammables room', type: 'ROOM', conditions: ['VENTED', 'EXPLOSION_PROOF'] },
      {
        code: 'C01',
        name: '易燃品防爆柜',
        nameEn: 'Flammables cabinet, explosion-proof',
        type: 'CABINET',
        parent: 'R1',
        groups: ['L', 'A', 'D', 'G'],
        rows: 4,
        cols: 6,
        box: ['30', '40'],
        maxVolumeL: '500',
      },
      {
        code: 'C02',
        name: '溶剂柜',
        nameEn: 'Solvent cabinet',
        type: 'CABINET',
        parent: 'R1',
        groups: ['L', 'G'],
        rows: 4,
        cols: 6,
        box: ['30', '40'],
      },
      {
        code: 'R2',
        name: '酸碱与氧化剂间',
        nameEn: 'Acids, bases and oxidisers',
        type: 'ROOM',
        conditions: ['VENTED', 'DARK', 'DRY'],
      },
      {
        code: 'C03',
        name: '酸柜',
        nameEn: 'Acid cabinet',
        type: 'CABINET',
        parent: 'R2',
        groups: ['F', 'G'],
        rows: 3,
        cols: 4,
        box: ['30', '50'],
      },
      {
        code: 'C04',
        name: '碱柜',
        nameEn: 'Base cabinet',
        type: 'CABINET',
        parent: 'R2',
        groups: ['C', 'G'],
        rows: 3,
        cols: 4,
        box: ['30', '50'],
      },
      {
        code: 'C05',
        name: '氧化剂柜',
        nameEn: 'Oxidiser cabinet',
        type: 'CABINET',
        parent: 'R2',
        groups: ['E', 'C', 'G'],
        rows: 3,
        cols: 4,
        box: ['30', '50'],
      },
      {
        code: 'R3',
        name: '管控品间',
        nameEn: 'Controlled goods room',
        type: 'ROOM',
        conditions: ['LOCKED', 'DRY', 'VENTED'],
        dualLock: true,
      },
      {
        code: 'S01',
        name: '剧毒品双锁柜',
        nameEn: 'Highly toxic goods, two locks',
        type: 'CABINET',
        parent: 'R3',
        groups: ['X'],
        rows: 2,
        cols: 3,
        box: ['10', '20'],
        dualLock: true,
      },
      {
        code: 'S02',
        name: '遇水反应物柜',
        nameEn: 'Water-reactive cabinet',
        type: 'CABINET',
        parent: 'R3',
        groups: ['B'],
        rows: 2,
        cols: 2,
        box: ['10', '20'],
        dualLock: true,
      },
    ],
  },
  {
    code: 'W2',
    name: '综合仓库',
    nameEn: 'General Store',
    campus: '主校区',
    address: '实验东路 10 号',
    openingHours: '周一至周六 Mon–Sat 8:00–17:30',
    keepers: ['keeper', 'manager'],
    containers: [
      { code: 'R1', name: '常温货架区', nameEn: 'Shelving area', type: 'ROOM', conditions: ['DRY'] },
      { code: 'A', name: 'A 排货架', nameEn: 'Shelf A', type: 'SHELF', parent: 'R1', rows: 5, cols: 10, box: ['60', '80'] },
      { code: 'B', name: 'B 排货架', nameEn: 'Shelf B', type: 'SHELF', parent: 'R1', rows: 5, cols: 10, box: ['60', '80'] },
      { code: 'R2', name: '低温间', nameEn: 'Cold room', type: 'ROOM' },
      {
        code: 'F01',
        name: '冷藏柜',
        nameEn: 'Refrigerator',
        type: 'FRIDGE',
        parent: 'R2',
        conditions: ['FRIDGE2_8', 'DARK'],
        rows: 4,
        cols: 4,
        box: ['20', '20'],
      },
      {
        code: 'F02',
        name: '超低温冰箱',
        nameEn: 'Ultra-low freezer',
        type: 'FRIDGE',
        parent: 'R2',
        conditions: ['FREEZER', 'DARK'],
        rows: 4,
        cols: 5,
        box: ['8', '10'],
      },
    ],
  },
];
