// Random valid workflow definitions, built from nested blocks, so that each could be published.
import fc from 'fast-check';
import { drawn } from './_bpmn.ts';
import type { Candidate, Step } from '@kuwei/contract/bpm/graph';
import type { Flow, Model, Node } from '../src/bpm/model.ts';

type Block =
  | { kind: 'step'; step: Step }
  | { kind: 'sequence'; parts: Block[] }
  | { kind: 'exclusive' | 'inclusive' | 'parallel'; branches: Block[]; conditions: string[]; joins: boolean };

export const VARIABLES = { a: 'boolean', b: 'boolean', n: 'number' } as const;
export const anyVars = fc.record({ a: fc.boolean(), b: fc.boolean(), n: fc.integer({ min: 0, max: 9 }) });

const CONDITIONS = ['a', 'not a', 'b', 'a and b', 'n > 4', 'n <= 2 or b', 'not (a or b)'];

const quorum = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ quorum: 'ONE' as const, amount: 0 }) },
  { weight: 1, arbitrary: fc.constant({ quorum: 'ALL' as const, amount: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }).map((amount) => ({ quorum: 'SHARE' as const, amount })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((amount) => ({ quorum: 'COUNT' as const, amount })) },
);

/**
 * @param candidates possible candidates of steps
 * @param nobody policies for steps without eligible candidates
 * @param conditions possible gateway conditions
 */
export function anyModel(
  candidates: readonly Candidate[],
  nobody: readonly Step['nobody'][] = ['WAIT'],
  conditions: readonly string[] = CONDITIONS,
): fc.Arbitrary<Model> {
  const condition = fc.constantFrom(...conditions);
  const step: fc.Arbitrary<Block> = fc
    .record({
      asked: fc.subarray([...candidates], { minLength: 1 }),
      quorum,
      nobody: fc.constantFrom(...nobody),
    })
    .map(({ asked, quorum: how, nobody: none }) => ({
      kind: 'step',
      step: { candidates: asked, ...how, nobody: none, limit: null },
    }));
  const { block } = fc.letrec<{ block: Block; small: Block }>((tie) => ({
    small: fc.oneof({ maxDepth: 2, depthIdentifier: 'block' }, step, tie('block')),
    block: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'block' },
      step,
      fc.array(tie('small'), { minLength: 0, maxLength: 3 }).map((parts): Block => ({ kind: 'sequence', parts })),
      fc
        .record({
          kind: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'parallel' as const),
          branches: fc.array(tie('small'), { minLength: 2, maxLength: 3 }),
          conditions: fc.array(condition, { minLength: 3, maxLength: 3 }),
          joins: fc.boolean(),
        })
        .map((made): Block => made),
    ),
  }));
  return block.map(modelOf);
}

/** Converts blocks to nodes and flows, from a start to its ends. */
function modelOf(block: Block): Model {
  const nodes: Record<string, Node> = {};
  let count = 0;
  const add = (kind: Node['kind'], step: Step | null = null): string => {
    const id = `${kind}${++count}`;
    nodes[id] = { kind, name: id, nameEn: null, step, copies: [], flows: [] };
    return id;
  };
  const flow = (from: string, to: string, more: Partial<Flow> = {}): void =>
    void nodes[from]!.flows.push({ id: `f${++count}`, to, condition: null, isDefault: false, ...more });
  /** @param last no block follows: branches may have their own ends @returns the node to continue from; null if it has ended */
  const lay = (part: Block, from: string, more: Partial<Flow>, last: boolean): string | null => {
    switch (part.kind) {
      case 'step': {
        const id = add('step', part.step);
        flow(from, id, more);
        return id;
      }
      case 'sequence': {
        // An empty block needs a node for its flow.
        let at = from;
        let how = more;
        if (part.parts.length === 0) {
          at = add('exclusive');
          flow(from, at, more);
        }
        for (const [place, each] of part.parts.entries()) {
          const next = lay(each, at, how, last && place === part.parts.length - 1);
          if (next === null) return null;
          at = next;
          how = {};
        }
        return at;
      }
      default: {
        const split = add(part.kind);
        flow(from, split, more);
        const ends = part.branches.map((branch, at) => {
          const isDefault = at === part.branches.length - 1;
          const taken = part.kind === 'parallel' ? {} : isDefault ? { isDefault } : { condition: part.conditions[at]! };
          return lay(branch, split, taken, last && !part.joins);
        });
        const open = ends.filter((end) => end !== null);
        if (last && !part.joins) {
          for (const end of open) flow(end, add('end'));
          return null;
        }
        const join = add(part.kind);
        for (const end of open) flow(end, join);
        return join;
      }
    }
  };
  const start = add('start');
  const end = lay(block, start, {}, true);
  if (end !== null) flow(end, add('end'));
  return { start, nodes, variables: VARIABLES };
}

const TAGS: Record<Node['kind'], string> = {
  start: 'startEvent',
  step: 'userTask',
  tell: 'sendTask',
  exclusive: 'exclusiveGateway',
  inclusive: 'inclusiveGateway',
  parallel: 'parallelGateway',
  end: 'endEvent',
};

/** The same as BPMN, for publishing. */
export function xmlOf({ nodes }: Pick<Model, 'nodes'>): string {
  const elements = Object.entries(nodes).map(([id, { kind, step: asked, flows }]) => {
    const fallback = flows.find(({ isDefault }) => isDefault)?.id;
    const attributes = [
      `id="${id}" name="${id}"`,
      ...(fallback === undefined ? [] : [`default="${fallback}"`]),
      ...(asked ? [`kuwei:quorum="${asked.quorum}" kuwei:nobody="${asked.nobody}"`] : []),
      ...(asked?.quorum === 'SHARE' ? [`kuwei:share="${asked.amount}"`] : []),
      ...(asked?.quorum === 'COUNT' ? [`kuwei:count="${asked.amount}"`] : []),
    ];
    const inside = (asked?.candidates ?? []).map(
      (each) =>
        `<kuwei:candidate ${Object.entries(each)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')}/>`,
    );
    const extension = inside.length === 0 ? '' : `<bpmn:extensionElements>${inside.join('')}</bpmn:extensionElements>`;
    return `<bpmn:${TAGS[kind]} ${attributes.join(' ')}>${extension}</bpmn:${TAGS[kind]}>`;
  });
  const flows = Object.entries(nodes).flatMap(([from, node]) =>
    node.flows.map(({ id, to, condition }) => [id, from, to, ...(condition === null ? [] : [condition])] as const),
  );
  return drawn({ elements, flows: flows as never });
}
