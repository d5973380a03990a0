// Parsing, layout and writing: nothing is lost, and no shapes overlap.
import { adaptGraph } from '@kuwei/contract/bpm/adapt';
import { bpmnOf } from '@kuwei/contract/bpm/bpmn';
import { conditionText, parseCondition, type Condition } from '@kuwei/contract/bpm/condition';
import { differencesOf, type Difference } from '@kuwei/contract/bpm/difference';
import type { Candidate, Graph, GraphNode } from '@kuwei/contract/bpm/graph';
import { layoutOf, type Bounds } from '@kuwei/contract/bpm/layout';
import { graphOf, outlineOf, type Line, type Outline, type OutlineFault } from '@kuwei/contract/bpm/outline';
import {
  changeGatewayKind,
  elementsOf,
  insertItem,
  moveItem,
  NEW_KINDS,
  newItem,
  removeItem,
  addBranch,
  moveBranch,
  removeBranch,
  ROOT_LINE,
  type LineAt,
} from '@kuwei/contract/bpm/outline-edit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawn, END, gateway, processOf, START, step } from '../../test/_bpmn.ts';
import { anyModel, xmlOf } from '../../test/_models.ts';
import { kinds } from '../wms/kinds.ts';
import { checkModel, type DefinitionOptions } from './check.ts';
import { readDefinition } from './read.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60) };
const ASKED: Candidate[] = [
  { kind: 'ROLE', role: 'ROLE_A', at: 'HERE' },
  { kind: 'ROLE', role: 'ROLE_B', at: 'EVERYWHERE' },
  { kind: 'LEADER', of: 'OWNER' },
  { kind: 'PERSON', person: 'li' },
];

const OFFERED: DefinitionOptions = {
  variables: { a: 'boolean', b: 'boolean', n: 'number' },
  groups: [],
  fields: [],
  codes: {},
  roles: new Set(['ROLE_A', 'ROLE_B']),
  people: new Set(['li']),
};

const graphIn = async (xml: string): Promise<Graph> => {
  const { graph, faults } = await readDefinition(xml);
  expect(faults).toEqual([]);
  return graph!;
};

const sorted = <T extends { id: string }>(list: readonly T[]): T[] => list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const sortGraph = ({ nodes, flows, ...rest }: Graph) => ({ ...rest, nodes: sorted(nodes), flows: sorted(flows) });

const overlaps = (one: Bounds, other: Bounds): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

function expectDrawn(graph: Graph): void {
  const { shapes, edges } = layoutOf(graph);
  const at = (node: GraphNode): Bounds => shapes.get(node.id)!;
  for (const [place, node] of graph.nodes.entries()) {
    expect(at(node), node.id).toBeDefined();
    for (const other of graph.nodes.slice(place + 1))
      if (node.parent === other.parent) expect(overlaps(at(node), at(other)), `${node.id} on ${other.id}`).toBe(false);
    if (node.parent !== null) expect(overlaps(at(node), shapes.get(node.parent)!)).toBe(true);
  }
  expect([...edges.keys()].toSorted()).toEqual(graph.flows.map(({ id }) => id).toSorted());
}

test('[S2.101] any block-structured diagram has an outline, and is written back unchanged', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(anyModel(ASKED, ['WAIT', 'APPROVE', 'REJECT']), async (model) => {
      const graph = await graphIn(xmlOf(model));
      expect(sortGraph(graphOf(outlineOf(graph)))).toEqual(sortGraph(graph));
      const xml = bpmnOf(graph);
      const again = await graphIn(xml);
      expect(sortGraph(again)).toEqual(sortGraph(graph));
      expect(bpmnOf(again)).toBe(xml);
      expectDrawn(graph);
    }),
    RUNS,
  );
});

test('the shipped definitions are written back unchanged', async () => {
  for (const { shipped } of kinds.all) {
    const graph = await graphIn(shipped);
    expect(sortGraph(graphOf(outlineOf(graph)))).toEqual(sortGraph(graph));
    expect(sortGraph(await graphIn(bpmnOf(graph)))).toEqual(sortGraph(graph));
    expectDrawn(graph);
  }
});

test('every property of a step survives a round trip, including special characters', async () => {
  const inner = `<kuwei:candidate kind="ROLE" role="ROLE_B" at="EVERYWHERE"/><kuwei:candidate kind="GROUP" group="keepers"/>
    <kuwei:candidate kind="FIELD" field="buyer"/><kuwei:copy kind="LEADER" of="APPLICANT"/>
    <kuwei:limit hours="48" action="ESCALATE"><kuwei:candidate kind="PERSON" person="li"/></kuwei:limit>`;
  const more =
    'kuwei:roles="ROLE_A, ROLE_C" kuwei:nameEn="A &quot;step&quot; &lt;1&gt;" kuwei:quorum="SHARE" kuwei:share="60" kuwei:nobody="REJECT"';
  const xml = processOf(
    `<bpmn:documentation>整个流程</bpmn:documentation>${START}${step('t', more, inner).replace('><bpmn:ext', '><bpmn:documentation>先看 &lt;MSDS&gt; &amp; 批次\n再批</bpmn:documentation><bpmn:ext')}
     <bpmn:subProcess id="g" name="安全"><bpmn:startEvent id="gs"/><bpmn:sendTask id="x" name="告知"><bpmn:extensionElements><kuwei:copy kind="PERSON" person="li"/></bpmn:extensionElements></bpmn:sendTask><bpmn:endEvent id="ge"/>
     <bpmn:sequenceFlow id="g1" sourceRef="gs" targetRef="x"/><bpmn:sequenceFlow id="g2" sourceRef="x" targetRef="ge"/></bpmn:subProcess>${END}
     <bpmn:sequenceFlow id="f1" name="提交" kuwei:nameEn="Submit" sourceRef="s" targetRef="t"/><bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="g"/><bpmn:sequenceFlow id="f3" sourceRef="g" targetRef="e"/>`,
  );
  const graph = await graphIn(xml);
  expect(graph.nodes.find(({ id }) => id === 't')!.about).toBe('先看 <MSDS> & 批次\n再批');
  expect(sortGraph(await graphIn(bpmnOf(graph)))).toEqual(sortGraph(graph));
  expect(sortGraph(graphOf(outlineOf(graph)))).toEqual(sortGraph(graph));
  expectDrawn(graph);
});

test('a diagram without an outline says why, and is drawn all the same', async () => {
  const outlineFault = (graph: Graph): string => {
    try {
      outlineOf(graph);
      return '';
    } catch (error) {
      return (error as OutlineFault).message;
    }
  };
  // Crossing branches: a flow leads from one branch into the other.
  const crossing = await graphIn(
    drawn({
      elements: [
        START,
        gateway('g', 'exclusive', 'f3'),
        step('one'),
        gateway('h', 'exclusive', 'f6'),
        step('two'),
        step('three'),
        END,
      ],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'one', 'a'],
        ['f3', 'g', 'two'],
        ['f4', 'one', 'h'],
        ['f5', 'h', 'three', 'a'],
        ['f6', 'h', 'two'],
        ['f7', 'two', 'e'],
        ['f8', 'three', 'e'],
      ],
    }),
  );
  expect(outlineFault(crossing)).toMatch(/^crossing/);
  const { graph: loose } = await readDefinition(
    drawn({ elements: [START, step('t'), step('alone'), END], flows: [['f1', 's', 't']] }),
  );
  expect(outlineFault(loose!)).toBe('loose: t');
  const { graph: circle } = await readDefinition(
    drawn({
      elements: [START, step('t'), step('u'), END],
      flows: [
        ['f1', 's', 't'],
        ['f2', 't', 'u'],
        ['f3', 'u', 't'],
      ],
    }),
  );
  expect(outlineFault(circle!)).toBe('circle: t');
  for (const graph of [crossing, loose!, circle!]) expectDrawn(graph);
});

test('distinguishes a branch that ends from one that continues', async () => {
  const graph = await graphIn(
    drawn({
      elements: [START, gateway('g', 'exclusive', 'f3'), '<bpmn:endEvent id="soon"/>', step('one'), step('two'), END],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'soon', 'a'],
        ['f3', 'g', 'one'],
        ['f4', 'one', 'two'],
        ['f5', 'two', 'e'],
      ],
    }),
  );
  const shown = ({ items, end }: Line): unknown => [
    ...items.map((item) => (item.kind === 'choice' ? item.branches.map(({ line }) => shown(line)) : item.node.id)),
    end?.id ?? '…',
  ];
  expect(shown(outlineOf(graph).line)).toEqual([[['soon'], ['one', 'two', 'e']], '…']);
  expect(sortGraph(graphOf(outlineOf(graph)))).toEqual(sortGraph(graph));
  expectDrawn(graph);
});

test('a condition survives a round trip, whatever its brackets', { tags: ['property'] }, () => {
  const variables = { a: 'boolean', b: 'boolean', n: 'number', m: 'number', set: 'set' } as const;
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'condition' },
      fc.constantFrom<Condition>({ kind: 'is', name: 'a' }, { kind: 'is', name: 'b' }),
      fc.constantFrom('A', 'X 1', '仓库').map((text): Condition => ({ kind: 'has', name: 'set', text })),
      fc
        .tuple(fc.constantFrom('>', '>=', '<', '<=', '=', '!='), fc.double({ min: 0, max: 1e9, noNaN: true }))
        .map(([operator, number]): Condition => ({
          kind: 'compare',
          left: { kind: 'name', name: 'n' },
          operator: operator as '>',
          right: number > 5e8 ? { kind: 'name', name: 'm' } : { kind: 'number', number: Number(number.toFixed(6)) },
        })),
      tie('condition').map((part): Condition => ({ kind: 'not', part })),
      fc
        .tuple(fc.constantFrom('or' as const, 'and' as const), fc.array(tie('condition'), { minLength: 2, maxLength: 3 }))
        .map(([kind, parts]): Condition => ({ kind, parts })),
    ),
  }));
  fc.assert(
    fc.property(condition, (given) => {
      const text = conditionText(given);
      fc.pre(text.length < 2_000);
      expect(conditionText(parseCondition(text, variables))).toBe(text);
    }),
    RUNS,
  );
});

const formatDifference = (difference: Difference): string => {
  const of = 'node' in difference ? difference.node.id : difference.way.id;
  return [difference.change, of, ...('parts' in difference ? difference.parts : [])].join(' ');
};

test('[S2.101] the diff lists each change once: added, removed and changed elements, and flows with another meaning', async () => {
  const before = await graphIn(kinds.find('wms-inbound')!.shipped);
  expect(differencesOf(before, before)).toEqual([]);
  const outline = outlineOf(before);
  // A step before the end, and another condition at the gateway.
  const third: GraphNode = { ...before.nodes.find(({ id }) => id === 'review2')!, id: 'third', name: '三审' };
  outline.line.items.push({ kind: 'one', node: third });
  const [, choice] = outline.line.items;
  if (choice?.kind !== 'choice') throw new Error('no gateway');
  choice.branches[0]!.way = { ...choice.branches[0]!.way, condition: 'toxic' };
  const step1 = outline.line.items[0]!;
  step1.node = { ...step1.node, step: { ...step1.node.step!, quorum: 'ALL' } };
  const after = graphOf(outline);
  expect(differencesOf(before, after).map(formatDifference).toSorted()).toEqual([
    'ADDED third',
    'CHANGED f3 condition',
    'CHANGED review1 quorum',
  ]);
  expect(differencesOf(after, before).map(formatDifference).toSorted()).toEqual([
    'CHANGED f3 condition',
    'CHANGED review1 quorum',
    'REMOVED third',
  ]);
});

test('[S1.23] converts a diagram of another tool: tasks become steps, intermediate events are dropped', async () => {
  const foreign = processOf(
    `<bpmn:startEvent id="s"/><bpmn:task id="a" name="收货"/><bpmn:serviceTask id="b" name="登记"/>
     <bpmn:intermediateCatchEvent id="w" name="等待"><bpmn:timerEventDefinition id="td"/></bpmn:intermediateCatchEvent><bpmn:endEvent id="e"/>
     <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="a"/><bpmn:sequenceFlow id="f2" sourceRef="a" targetRef="w"/>
     <bpmn:sequenceFlow id="f3" sourceRef="w" targetRef="b"/><bpmn:sequenceFlow id="f4" sourceRef="b" targetRef="e"/>`,
  );
  const { graph, faults } = await readDefinition(foreign);
  expect(faults.map(({ path, key }) => `${path} ${key}`)).toEqual([
    'a rule.flow.plainTask',
    'b rule.flow.element',
    'w rule.flow.element',
  ]);
  const made = adaptGraph(graph!);
  expect(made.turned.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(made.dropped.map(({ id }) => id)).toEqual(['w']);
  const again = await graphIn(bpmnOf(made.graph));
  expect(again.nodes.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['s start', 'a step', 'b step', 'e end']);
  expect(again.flows.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(['a b', 'b e', 's a']);
});

/** Places where an element can be inserted. */
function listLines(outline: Outline): LineAt[] {
  const found = new Map<string, LineAt>([['', ROOT_LINE]]);
  for (const { item } of elementsOf(outline).values()) {
    if (item?.kind === 'group') found.set(item.node.id, { owner: item.node.id, way: null });
    if (item?.kind === 'choice') for (const { way } of item.branches) found.set(way.id, { owner: item.node.id, way: way.id });
  }
  return [...found.values()];
}

/** Faults that only the author can fix; the designer must prevent all others. */
const AUTHOR_FAULTS = new Set(['noStep', 'levels', 'tooManyWays'].map((key) => `rule.flow.${key}`));

test.each([
  [
    'a condition',
    [
      ['c1', 'one', 'three', 'a'],
      ['c2', 'one', 'four'],
    ],
  ],
  [
    'a condition in a branch of one',
    [
      ['c1', 'one', 'e2', 'a'],
      ['c2', 'one', 'inner'],
      ['c3', 'inner', 'three', 'a'],
      ['c4', 'inner', 'four'],
    ],
  ],
] as const)('[S2.101] %s before a gateway that becomes parallel: its branches meet first', async (_, conditions) => {
  const inner = conditions.length > 2;
  const graph = await graphIn(
    drawn({
      elements: [
        START,
        gateway('one', 'exclusive', 'c2'),
        ...(inner ? [gateway('inner', 'exclusive', 'c4'), '<bpmn:endEvent id="e2"/>'] : []),
        gateway('two', 'exclusive', 'f6'),
        ...['three', 'four', 'five', 'six'].map((id) => step(id)),
        END,
      ],
      flows: [
        ['f1', 's', 'one'],
        ...conditions,
        ['f3', 'three', 'two'],
        ['f4', 'four', 'two'],
        ['f5', 'two', 'five', 'b'],
        ['f6', 'two', 'six'],
        ['f7', 'five', 'e'],
        ['f8', 'six', 'e'],
      ],
    }),
  );
  const turned = graphOf(changeGatewayKind(outlineOf(graph), 'two', 'parallel'));
  const { model } = await readDefinition(bpmnOf(turned));
  expect(checkModel(model!, OFFERED)).toEqual([]);
  expect(turned.flows.filter(({ to }) => to === 'two')).toHaveLength(1);
  expectDrawn(turned);
});

test(
  '[S2.101] after any insertion, removal, move or conversion in the outline it can be executed once people are assigned',
  { tags: ['property'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyModel(ASKED), fc.array(fc.nat(1_000), { minLength: 24, maxLength: 24 }), async (model, numbers) => {
        let outline = outlineOf(await graphIn(xmlOf(model)));
        const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
        for (let at = 0; at + 2 < numbers.length; at += 3) {
          const [what, one, other] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
          const items = [...elementsOf(outline).values()].flatMap(({ item }) => item ?? []);
          const item = pick(items, one);
          const choice = pick(
            items.flatMap((each) => (each.kind === 'choice' ? [each] : [])),
            one,
          );
          const way = choice && pick(choice.branches, other)!.way;
          const by = other % 2 === 0 ? -1 : 1;
          if (what % 8 < 3)
            outline = insertItem(
              outline,
              pick(listLines(outline), one)!,
              other % 3,
              newItem(pick(NEW_KINDS, other)!, graphOf(outline).nodes),
            );
          else if (what % 8 === 3 && item) outline = removeItem(outline, item.node.id);
          else if (what % 8 === 4 && item) outline = moveItem(outline, item.node.id, by);
          else if (what % 8 === 5 && choice) outline = addBranch(outline, choice.node.id);
          else if (what % 8 === 6 && choice && way && (!way.isDefault || choice.branches.length === 2))
            outline = removeBranch(outline, choice.node.id, way.id);
          else if (choice && way)
            outline =
              other % 3 === 0
                ? moveBranch(outline, choice.node.id, way.id, by)
                : changeGatewayKind(outline, choice.node.id, pick(['exclusive', 'inclusive', 'parallel'] as const, other)!);
        }
        const graph = graphOf(outline);
        const { model: made, faults } = await readDefinition(bpmnOf(graph));
        expect(faults).toEqual([]);
        // Assigns people to new steps and conditions to new flows, as the author would.
        for (const node of Object.values(made!.nodes)) {
          if (node.step) node.step = { ...node.step, candidates: [ASKED[0]!] };
          if (node.kind === 'tell') node.copies.push(ASKED[0]!);
          for (const flow of node.flows)
            if ((node.kind === 'exclusive' || node.kind === 'inclusive') && node.flows.length > 1 && !flow.isDefault)
              flow.condition ??= 'a';
        }
        expect(checkModel(made!, OFFERED).filter(({ key }) => !AUTHOR_FAULTS.has(key))).toEqual([]);
        expectDrawn(graph);
        expect(sortGraph(graphOf(outlineOf(graph)))).toEqual(sortGraph(graph));
      }),
      RUNS,
    );
  },
);
