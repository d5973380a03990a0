// The picture of places without a browser: layout, keyboard navigation, and colour legends.
import type { Picture, PictureBoxes, PictureContainer } from '@kuwei/contract/wms/picture';
import { expect, test } from 'vitest';
import { classifyBoxes, markOf } from '../src/wms/place/picture/classes.ts';
import { BOX, boxAt, boxBeside, layoutOf, type Rect } from '../src/wms/place/picture/layout.ts';

const container = (id: string, parentId: string | null = null): PictureContainer => ({
  id,
  parentId,
  type: parentId === null ? 'ROOM' : 'CABINET',
  code: id,
  name: id,
  rows: 1,
  cols: 1,
});

interface Sample {
  in: number;
  row?: number;
  col?: number;
  lines?: number;
  used?: number | null;
  owner?: number;
  expiresOn?: string | null;
  state?: PictureBoxes['state'][number];
  danger?: PictureBoxes['danger'][number];
}

function pictureOf(containers: PictureContainer[], samples: readonly Sample[], owners: string[] = []): Picture {
  return {
    warehouses: [],
    warehouseId: 'w',
    containers,
    owners,
    boxes: {
      id: samples.map((_, at) => `box-${at}`),
      code: samples.map((_, at) => `W-C-R1-B${at}`),
      container: samples.map((one) => one.in),
      row: samples.map(({ row = 0 }) => row),
      col: samples.map(({ col = 0 }) => col),
      state: samples.map(({ state = 'ACTIVE' }) => state),
      lines: samples.map(({ lines = 0 }) => lines),
      used: samples.map(({ used = null }) => used),
      owner: samples.map(({ owner = -2 }) => owner),
      expiresOn: samples.map(({ expiresOn = null }) => expiresOn),
      danger: samples.map(({ danger = 'NONE' }) => danger),
      groups: samples.map(() => ''),
    },
    whole: true,
    more: false,
  };
}

const grid = (where: number, rows: number, cols: number): Sample[] =>
  Array.from({ length: rows * cols }, (_, at) => ({ in: where, row: Math.floor(at / cols) + 1, col: (at % cols) + 1 }));

const within = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
const overlap = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

test('containers are drawn within their parents, side by side, and boxes by row and column', () => {
  const containers = [container('R1'), container('C1', 'R1'), container('C2', 'R1'), container('R2'), container('C3', 'R2')];
  const picture = pictureOf(containers, [...grid(1, 4, 6), ...grid(2, 1, 30), ...grid(4, 3, 2), ...grid(0, 2, 2)]);
  const layout = layoutOf(picture, 2);
  const byAt = new Map(layout.containers.map((one) => [one.at, one]));
  expect(layout.containers.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  for (const one of layout.containers) {
    expect(within(one, { x: 0, y: 0, w: layout.w, h: layout.h })).toBe(true);
    const { parentId } = containers[one.at]!;
    if (parentId !== null) expect(within(one, byAt.get(containers.findIndex(({ id }) => id === parentId))!)).toBe(true);
    for (const other of layout.containers)
      if (other !== one && containers[other.at]!.parentId === parentId) expect(overlap(one, other)).toBe(false);
  }
  const rectOf = (box: number): Rect => ({ x: layout.x[box]!, y: layout.y[box]!, ...BOX });
  const all = picture.boxes.id.map((_, box) => rectOf(box));
  for (const [box, rect] of all.entries()) {
    expect(within(rect, byAt.get(picture.boxes.container[box]!)!)).toBe(true);
    expect(all.filter((other) => overlap(rect, other))).toHaveLength(1);
    expect(boxAt(layout, rect.x + 3, rect.y + 3)).toBe(box);
  }
  // Boxes directly in a room are beside its cabinets, not under them.
  for (const box of picture.boxes.container.keys())
    for (const cabinet of [1, 2])
      if (picture.boxes.container[box] === 0) expect(overlap(rectOf(box), byAt.get(cabinet)!)).toBe(false);
});

test('boxes without a grid position are drawn below it, and a container with such boxes only is visible', () => {
  const picture = pictureOf(
    [container('C1'), container('C2')],
    [...grid(0, 2, 3), { in: 0 }, { in: 0, row: 1 }, ...Array.from({ length: 12 }, () => ({ in: 1 }))],
  );
  const layout = layoutOf(picture, 1);
  const spots = picture.boxes.id.map((_, box) => `${layout.x[box]}:${layout.y[box]}`);
  expect(new Set(spots).size).toBe(spots.length);
  expect(layout.y[6]).toBeGreaterThan(layout.y[5]!);
});

test('an arrow key moves straight to the nearest box, across the gap to the next container, and not beyond the edge', () => {
  const picture = pictureOf([container('C1'), container('C2')], [...grid(0, 3, 3), ...grid(1, 3, 3)]);
  const layout = layoutOf(picture, 3);
  expect(boxBeside(layout, 0, 'ArrowRight')).toBe(1);
  expect(boxBeside(layout, 0, 'ArrowDown')).toBe(3);
  expect(boxBeside(layout, 5, 'ArrowRight')).toBe(12);
  expect(boxBeside(layout, 12, 'ArrowLeft')).toBe(5);
  expect(boxBeside(layout, 0, 'ArrowUp')).toBe(0);
  expect(boxBeside(layout, 0, 'x')).toBeNull();
});

const sorted = (picture: Picture, view: Parameters<typeof classifyBoxes>[1]): Record<string, number> => {
  const { classes, of, counts } = classifyBoxes(picture, view, '2026-11-24');
  const total = counts.reduce((sum, count) => sum + count, 0);
  expect(total).toBe(of.length);
  return Object.fromEntries(classes.map(({ key }, at) => [key, counts[at]!]));
};

test('classes count every box once: by fullness, expiry and hazard', () => {
  const picture = pictureOf(
    [container('C')],
    [
      { in: 0 },
      { in: 0, lines: 1, used: 49, expiresOn: '2026-11-23', danger: 'UNKNOWN' },
      { in: 0, lines: 1, used: 74, expiresOn: '2026-12-24', danger: 'CONTROLLED' },
      { in: 0, lines: 1, used: 99, expiresOn: '2026-12-25', danger: 'HARMLESS' },
      { in: 0, lines: 1, used: 100, expiresOn: '2027-03-01', danger: 'HAZARDOUS' },
      { in: 0, lines: 3, danger: 'HAZARDOUS' },
      { in: 0, state: 'LOCKED', lines: 1, used: 10, danger: 'HARMLESS' },
    ],
  );
  expect(sorted(picture, 'fullness')).toEqual({
    'fullness-empty': 1,
    'fullness-quarter': 1,
    'fullness-half': 1,
    'fullness-nearly': 1,
    'fullness-full': 1,
    'fullness-used': 1,
    'fullness-locked': 1,
  });
  expect(sorted(picture, 'expiry')).toEqual({
    'expiry-empty': 1,
    'expiry-expired': 1,
    'expiry-soon': 1,
    'expiry-later': 1,
    'expiry-long': 1,
    'expiry-never': 2,
  });
  expect(sorted(picture, 'danger')).toEqual({
    'danger-NONE': 1,
    'danger-UNKNOWN': 1,
    'danger-CONTROLLED': 1,
    'danger-HARMLESS': 2,
    'danger-HAZARDOUS': 2,
  });
  expect([1, 5, 0].map((box) => markOf(picture, 'fullness', box))).toEqual(['49%', '×3', '']);
});

test('the owners of most boxes have their own colours, the others share one', () => {
  const owners = Array.from({ length: 10 }, (_, at) => `Group ${at}`);
  const boxes = owners.flatMap((_, at) => Array.from({ length: at + 1 }, () => ({ in: 0, lines: 1, owner: at })));
  const picture = pictureOf([container('C')], [...boxes, { in: 0 }, { in: 0, lines: 2, owner: -1 }], owners);
  const counts = sorted(picture, 'owner');
  expect(counts).toMatchObject({ 'owner-1': 10, 'owner-8': 3, 'owner-others': 3, 'owner-several': 1, 'owner-nobody': 1 });
  expect(classifyBoxes(picture, 'owner', '2026-11-24').classes[0]).toMatchObject({ owner: 'Group 9' });
});
