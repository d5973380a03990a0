// Edits of workflow definitions: a graph without an outline is repaired element by element; new elements have distinct names.
import { expect, test } from 'vitest';
import { BLANK_STEP, type Graph, type GraphKind, type GraphNode } from '../src/bpm/graph.ts';
import { addNode, connectNodes, mayConnect, removeFlow, removeNode, targetsOf, updateFlow } from '../src/bpm/graph-edit.ts';
import { layoutOf } from '../src/bpm/layout.ts';
import { graphOf, outlineOf } from '../src/bpm/outline.ts';
import { insertItem, newItem, renamed, ROOT_LINE } from '../src/bpm/outline-edit.ts';

const node = (id: string, kind: GraphKind, parent: string | null = null): GraphNode => ({
  id,
  kind,
  type: kind,
  name: id,
  nameEn: null,
  parent,
  about: null,
  step: kind === 'step' ? BLANK_STEP : null,
  copies: [],
});
/** @param flows as `from-to` */
const graphWith = (nodes: GraphNode[], ...flows: string[]): Graph => ({
  id: 'p',
  name: '流程',
  nameEn: null,
  about: null,
  nodes,
  flows: flows.map((id) => {
    const [from, to] = id.split('-') as [string, string];
    return { id, name: '', nameEn: null, from, to, condition: null, isDefault: false };
  }),
});
const chain = (...more: GraphNode[]): GraphNode[] => [node('s', 'start'), node('a', 'step'), ...more, node('e', 'end')];
const stepsIn = (graph: Graph): string[] => outlineOf(graph).line.items.map((item) => item.node.id);

test('a dead end is connected to a following element, or removed', () => {
  const broken = graphWith(chain(node('b', 'step')), 's-a', 'a-b');
  expect(() => outlineOf(broken)).toThrow('loose');
  expect(targetsOf(broken, 'b').map(({ id }) => id)).toEqual(['e']);
  expect(stepsIn(connectNodes(broken, 'b', 'e'))).toEqual(['a', 'b']);
  const without = removeNode(broken, 'b');
  expect(mayConnect(without, without.nodes[1]!)).toBe(true);
  expect(stepsIn(connectNodes(without, 'a', 'e'))).toEqual(['a']);
});

test('a loose element is removed, or inserted by leading a flow to it', () => {
  const broken = graphWith(chain(node('b', 'step')), 's-a', 'a-e', 'b-e');
  expect(() => outlineOf(broken)).toThrow('loose');
  expect(stepsIn(removeNode(broken, 'b'))).toEqual(['a']);
  expect(stepsIn(updateFlow(broken, 'a-e', { to: 'b' }))).toEqual(['a', 'b']);
});

test('a loop is opened by removing the flow that leads back, which is not offered again', () => {
  const gateway = node('g', 'exclusive');
  const broken = graphWith(chain(gateway), 's-a', 'a-g', 'g-a', 'g-e');
  broken.flows[2]!.condition = 'controlled';
  broken.flows[3]!.isDefault = true;
  expect(() => outlineOf(broken)).toThrow('circle');
  const opened = removeFlow(broken, 'g-a');
  expect(stepsIn(opened)).toEqual(['a', 'g']);
  // The only flow left has nothing to choose.
  expect(opened.flows.find(({ id }) => id === 'g-e')).toMatchObject({ condition: null, isDefault: false });
  expect(targetsOf(opened, 'g')).toEqual([]);
});

test('removing an element in a chain closes the gap; removing a group removes its content', () => {
  const group = [node('b', 'group'), node('bs', 'start', 'b'), node('bt', 'step', 'b'), node('be', 'end', 'b')];
  const whole = graphWith(chain(...group), 's-a', 'a-b', 'b-e', 'bs-bt', 'bt-be');
  const left = removeNode(whole, 'b');
  expect(left.nodes.map(({ id }) => id)).toEqual(['s', 'a', 'e']);
  expect(left.flows).toMatchObject([
    { from: 's', to: 'a' },
    { from: 'a', to: 'e' },
  ]);
  expect(targetsOf(whole, 'bs').map(({ id }) => id)).toEqual(['be']);
});

test('an element is inserted after a step, or as a branch of a gateway; one flow of a gateway is the default', () => {
  const whole = graphWith(chain(), 's-a', 'a-e');
  const { graph, node: made } = addNode(whole, 'step', 'a');
  expect(stepsIn(graph)).toEqual(['a', made.id]);
  const forked = addNode(whole, 'exclusive', 'a');
  const branch = addNode(forked.graph, 'step', forked.node.id);
  expect(branch.graph.flows.filter(({ from }) => from === forked.node.id)).toHaveLength(2);
  const [first, second] = branch.graph.flows.filter(({ from }) => from === forked.node.id);
  const chosen = updateFlow(updateFlow(branch.graph, first!.id, { isDefault: true }), second!.id, { isDefault: true });
  expect(chosen.flows.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([second!.id]);
});

test('new elements have distinct names in both languages, and a renamed one does not keep the default English name', () => {
  let outline = outlineOf(graphWith(chain(), 's-a', 'a-e'));
  for (const kind of ['step', 'step', 'step', 'exclusive', 'inclusive'] as const)
    outline = insertItem(outline, ROOT_LINE, 0, newItem(kind, graphOf(outline).nodes));
  const made = graphOf(outline).nodes.filter(({ id, name }) => id.includes('_') && name !== '');
  expect(new Set(made.map(({ name }) => name)).size).toBe(5);
  expect(new Set(made.map(({ nameEn }) => nameEn)).size).toBe(5);
  expect(made.map(({ nameEn }) => nameEn)).toContain('Approval 3');
  const step = made.find(({ nameEn }) => nameEn === 'Approval 2')!;
  expect(renamed(step, '剧毒品终审')).toMatchObject({ name: '剧毒品终审', nameEn: null });
  expect(renamed({ ...step, nameEn: 'Final approval' }, '终审')).toMatchObject({ nameEn: 'Final approval' });
});

test('a loop is drawn in the order of its elements', () => {
  const looped = graphWith(chain(node('g', 'exclusive')), 's-a', 'a-g', 'g-a', 'g-e');
  const { shapes, edges } = layoutOf(looped);
  const order = ['s', 'a', 'g', 'e'].map((id) => shapes.get(id)!.x);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(new Set(order).size).toBe(4);
  // The flow leading back passes below the shapes.
  const bottom = Math.max(...['a', 'g'].map((id) => shapes.get(id)!.y + shapes.get(id)!.height));
  expect(Math.max(...edges.get('g-a')!.map(({ y }) => y))).toBeGreaterThan(bottom);
});
