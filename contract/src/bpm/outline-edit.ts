// Edits of an outline: each returns a new, consistent outline.
import { BLANK_STEP, type GraphKind, type GraphNode } from './graph.ts';
import { isOpen, type Branch, type Item, type Line, type Outline, type BranchFlow } from './outline.ts';

/** A line: of a group, of a branch, or the whole. */
export interface LineAt {
  /** Id of the gateway or group; null: the whole. */
  owner: string | null;
  /** Id of the branch, if it is a gateway. */
  way: string | null;
}
export const ROOT_LINE: LineAt = { owner: null, way: null };

export const NEW_KINDS = ['step', 'tell', 'exclusive', 'parallel', 'inclusive', 'group'] as const;
export type NewKind = (typeof NEW_KINDS)[number];

/** Kinds of elements that are created one by one. */
export type NodeKind = Exclude<NewKind, 'group'> | 'start' | 'end';

/** Default names of new elements, in both languages. */
const NAMES: Readonly<Record<NewKind, readonly [zh: string, en: string]>> = {
  step: ['审批', 'Approval'],
  tell: ['抄送', 'Notice'],
  exclusive: ['条件', 'Condition'],
  inclusive: ['条件', 'Conditions'],
  parallel: ['同时进行', 'At the same time'],
  group: ['步骤组', 'Group of steps'],
};
const TYPES: Readonly<Record<GraphKind, string>> = {
  start: 'StartEvent',
  step: 'UserTask',
  tell: 'SendTask',
  exclusive: 'ExclusiveGateway',
  inclusive: 'InclusiveGateway',
  parallel: 'ParallelGateway',
  group: 'SubProcess',
  end: 'EndEvent',
  other: 'Task',
};

/** A unique id; XML requires a leading letter. */
export const newElementId = (kind: string): string =>
  `${kind}_${Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => (byte % 36).toString(36)).join('')}`;

const nodeOf = (kind: GraphKind, name = '', nameEn: string | null = null): GraphNode => ({
  id: newElementId(kind),
  kind,
  type: TYPES[kind],
  name,
  nameEn,
  parent: null,
  about: null,
  step: kind === 'step' ? BLANK_STEP : null,
  copies: [],
});

const wayOf = (more: Partial<BranchFlow> = {}): BranchFlow => ({
  id: newElementId('flow'),
  name: '',
  nameEn: null,
  condition: null,
  isDefault: false,
  ...more,
});
const branchOf = (way: BranchFlow): Branch => ({ way, line: { items: [], end: null } });

type Named = Pick<GraphNode, 'name' | 'nameEn'>;

/** The default name of a kind, numbered if another element has it: in either language, names tell elements apart. */
function freeNames(kind: NewKind, others: readonly Named[]): readonly [string, string] {
  const [zh, en] = NAMES[kind];
  const taken = new Set(others.flatMap(({ name, nameEn }) => [name, nameEn]));
  if (!taken.has(zh) && !taken.has(en)) return [zh, en];
  let number = 2;
  while (taken.has(`${zh} ${number}`) || taken.has(`${en} ${number}`)) number++;
  return [`${zh} ${number}`, `${en} ${number}`];
}

/** A renamed element does not keep the default name in English. */
export function renamed<N extends Named>(node: N, name: string): N {
  const isDefault = Object.values(NAMES).some(([, en]) => node.nameEn?.replace(/ \d+$/, '') === en);
  return { ...node, name, nameEn: isDefault && name !== node.name ? null : node.nameEn };
}

/** @param others elements that its name must differ from */
export const createNode = (kind: NodeKind, others: readonly Named[]): GraphNode =>
  kind === 'end' ? approvedEnd() : kind === 'start' ? nodeOf(kind) : nodeOf(kind, ...freeNames(kind, others));

const approvedEnd = (): GraphNode => nodeOf('end', '批准', 'Approved');

/** @param others elements of the outline, whose names the new one must differ from */
export function newItem(kind: NewKind, others: readonly Named[]): Item {
  const node = nodeOf(kind, ...freeNames(kind, others));
  switch (kind) {
    case 'step':
    case 'tell':
      return { kind: 'one', node };
    case 'group':
      return { kind: 'group', node, start: nodeOf('start'), line: { items: [], end: nodeOf('end') } };
    default: {
      const ways = kind === 'parallel' ? [wayOf(), wayOf()] : [wayOf(), wayOf({ isDefault: true })];
      return { kind: 'choice', node, join: nodeOf(kind), branches: ways.map(branchOf) };
    }
  }
}

type Edit = (line: Line, at: LineAt) => Line;

/** Maps every line, innermost first. */
function mapLines(outline: Outline, edit: Edit): Outline {
  const inside = (line: Line, at: LineAt): Line =>
    edit(
      {
        ...line,
        items: line.items.map((item): Item => {
          if (item.kind === 'group') return { ...item, line: inside(item.line, { owner: item.node.id, way: null }) };
          if (item.kind === 'one') return item;
          const branches = item.branches.map((branch) => ({
            ...branch,
            line: inside(branch.line, { owner: item.node.id, way: branch.way.id }),
          }));
          return { ...item, branches };
        }),
      },
      at,
    );
  return normalizeOutline({ ...outline, line: inside(outline.line, ROOT_LINE) });
}

/** Open branches of a gateway with a successor are joined, unless other branches lead on. */
function joinOpenBranches(item: Item): Item {
  if (item.kind !== 'choice' || isOpen({ items: [item], end: null })) return item;
  const branches = item.branches.map(({ way, line }) => {
    const last = line.items.at(-1);
    const items = last && line.end === null ? [...line.items.slice(0, -1), joinOpenBranches(last)] : line.items;
    return { way, line: { items, end: null } };
  });
  return { ...item, branches };
}

/** Closes lines without a successor, and adds a join where open branches would reach an element that waits for each of them. */
function normalizeOutline(outline: Outline): Outline {
  /** @param isCounted whether the element after the line waits for all incoming flows */
  const tidy = (line: Line, isCounted: boolean): Line => {
    const items = line.items.map((each, at): Item => {
      const next = line.items[at + 1];
      const item = next || line.end ? joinOpenBranches(each) : each;
      if (item.kind === 'group') return { ...item, line: tidy(item.line, false) };
      if (item.kind === 'one') return item;
      // A parallel gateway waits for all incoming flows, whether it joins branches or only splits.
      const isNextCounted = next ? next.node.kind === 'parallel' : line.end === null && isCounted;
      const isChosen = item.node.kind === 'exclusive';
      const open = item.branches.filter((branch) => isOpen(branch.line)).length;
      const isInnerCounted = !isChosen || (isNextCounted && open === 1 && item.join === null);
      const branches = item.branches.map((branch) => ({ ...branch, line: tidy(branch.line, isInnerCounted) }));
      const wants = open > 1 && (!isChosen || isNextCounted);
      return { ...item, branches, join: item.join ?? (wants ? nodeOf(item.node.kind) : null) };
    });
    return { ...line, items };
  };
  const line = tidy(outline.line, false);
  return { ...outline, line: isOpen(line) ? { ...line, end: approvedEnd() } : line };
}

const isAt = (one: LineAt, other: LineAt): boolean => one.owner === other.owner && one.way === other.way;

/** @param index position in the line */
export const insertItem = (outline: Outline, at: LineAt, index: number, item: Item): Outline =>
  mapLines(outline, (line, here) => (isAt(here, at) ? { ...line, items: line.items.toSpliced(index, 0, item) } : line));

export const removeItem = (outline: Outline, id: string): Outline =>
  mapLines(outline, (line) => ({ ...line, items: line.items.filter(({ node }) => node.id !== id) }));

/** Swaps it with its neighbour in the same line. */
export const moveItem = (outline: Outline, id: string, by: -1 | 1): Outline =>
  mapLines(outline, (line) => {
    const from = line.items.findIndex(({ node }) => node.id === id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= line.items.length) return line;
    return { ...line, items: line.items.toSpliced(from, 1).toSpliced(to, 0, line.items[from]!) };
  });

/** Changes one element, including start and end. */
export function updateElement(outline: Outline, id: string, change: (node: GraphNode) => GraphNode): Outline {
  const own = (node: GraphNode): GraphNode => (node.id === id ? change(node) : node);
  const made = mapLines(outline, (line) => ({
    items: line.items.map((item): Item => {
      if (item.kind === 'one') return { ...item, node: own(item.node) };
      if (item.kind === 'group') return { ...item, node: own(item.node), start: own(item.start) };
      return { ...item, node: own(item.node), join: item.join && own(item.join) };
    }),
    end: line.end && own(line.end),
  }));
  return { ...made, start: own(made.start) };
}

type Choice = Extract<Item, { kind: 'choice' }>;

const choice = (outline: Outline, id: string, change: (item: Choice) => Item[]): Outline =>
  mapLines(outline, (line) => ({
    ...line,
    items: line.items.flatMap((item) => (item.kind === 'choice' && item.node.id === id ? change(item) : [item])),
  }));

export const updateBranchFlow = (outline: Outline, id: string, wayId: string, patch: Partial<BranchFlow>): Outline =>
  choice(outline, id, (item) => [
    {
      ...item,
      branches: item.branches.map(({ way, line }) => ({ way: way.id === wayId ? { ...way, ...patch } : way, line })),
    },
  ]);

/** Adds a branch before the default one. */
export const addBranch = (outline: Outline, id: string): Outline =>
  choice(outline, id, (item) => {
    const last = item.branches.findIndex(({ way }) => way.isDefault);
    const at = last < 0 ? item.branches.length : last;
    return [{ ...item, branches: item.branches.toSpliced(at, 0, branchOf(wayOf())) }];
  });

/** If one branch is left, its content replaces the gateway. */
export const removeBranch = (outline: Outline, id: string, wayId: string): Outline =>
  mapLines(outline, (line) => {
    const at = line.items.findIndex(({ node }) => node.id === id);
    const item = line.items[at];
    if (item?.kind !== 'choice') return line;
    const branches = item.branches.filter(({ way }) => way.id !== wayId);
    const [only] = branches;
    if (!only || branches.length > 1) return { ...line, items: line.items.with(at, { ...item, branches }) };
    const isLast = at === line.items.length - 1;
    return {
      items: line.items.toSpliced(at, 1, ...only.line.items),
      end: isLast ? (line.end ?? only.line.end) : line.end,
    };
  });

/** The first matching branch of an exclusive gateway is taken, so order matters. */
export const moveBranch = (outline: Outline, id: string, wayId: string, by: -1 | 1): Outline =>
  choice(outline, id, (item) => {
    const from = item.branches.findIndex(({ way }) => way.id === wayId);
    const to = from + by;
    if (from < 0 || to < 0 || to >= item.branches.length) return [item];
    return [{ ...item, branches: item.branches.toSpliced(from, 1).toSpliced(to, 0, item.branches[from]!) }];
  });

/** Changes the kind of a gateway: parallel branches have no conditions; otherwise the last branch is the default. */
export const changeGatewayKind = (outline: Outline, id: string, kind: 'exclusive' | 'inclusive' | 'parallel'): Outline =>
  choice(outline, id, (item) => {
    const turned = (node: GraphNode): GraphNode => ({ ...node, kind, type: TYPES[kind] });
    const hasDefault = item.branches.some(({ way }) => way.isDefault);
    const branches = item.branches.map(({ way, line }, at) => {
      if (kind === 'parallel') return { line, way: { ...way, condition: null, isDefault: false } };
      const isDefault = hasDefault ? way.isDefault : at === item.branches.length - 1;
      return { line, way: { ...way, isDefault, condition: isDefault ? null : way.condition } };
    });
    return [{ ...item, node: turned(item.node), join: item.join && turned(item.join), branches }];
  });

/** All elements, with their line. */
export function elementsOf(outline: Outline): Map<string, { node: GraphNode; item: Item | null; at: LineAt }> {
  const found = new Map<string, { node: GraphNode; item: Item | null; at: LineAt }>();
  const put = (node: GraphNode | null, item: Item | null, at: LineAt): void =>
    void (node && found.set(node.id, { node, item, at }));
  const visit = (line: Line, at: LineAt): void => {
    for (const item of line.items) {
      put(item.node, item, at);
      if (item.kind === 'group') {
        put(item.start, null, at);
        visit(item.line, { owner: item.node.id, way: null });
      }
      if (item.kind !== 'choice') continue;
      put(item.join, null, at);
      for (const { way, line: inside } of item.branches) visit(inside, { owner: item.node.id, way: way.id });
    }
    put(line.end, null, at);
  };
  put(outline.start, null, ROOT_LINE);
  visit(outline.line, ROOT_LINE);
  return found;
}

/** Position of an item in its line, and the line's length. */
export function placeOf(outline: Outline, id: string): { index: number; count: number } | null {
  const within = ({ items }: Line): { index: number; count: number } | null => {
    const index = items.findIndex(({ node }) => node.id === id);
    if (index >= 0) return { index, count: items.length };
    for (const item of items) {
      const lines = item.kind === 'group' ? [item.line] : item.kind === 'choice' ? item.branches.map(({ line }) => line) : [];
      for (const line of lines) {
        const found = within(line);
        if (found) return found;
      }
    }
    return null;
  };
  return within(outline.line);
}
