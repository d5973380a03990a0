// Writes a definition as BPMN 2.0 XML with its diagram. Output is deterministic.
import { BPMN_URI, KUWEI_URI } from './extension.ts';
import type { Candidate, Graph, GraphFlow, GraphKind, GraphNode, Step } from './graph.ts';
import { layoutOf, type Bounds, type Layout } from './layout.ts';

const TAGS: Readonly<Record<GraphKind, string>> = {
  start: 'startEvent',
  step: 'userTask',
  tell: 'sendTask',
  exclusive: 'exclusiveGateway',
  inclusive: 'inclusiveGateway',
  parallel: 'parallelGateway',
  group: 'subProcess',
  end: 'endEvent',
  // Unsupported elements are written as tasks, which can be turned into steps.
  other: 'task',
};

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
/** Not allowed in XML, even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const stripInvalidXml = (text: string): string => text.replace(NOT_XML, '');
const escaped = (text: string): string => stripInvalidXml(text).replace(/[&<>"\n]/g, (sign) => ESCAPED[sign]!);
const inside = (text: string): string => stripInvalidXml(text).replace(/[&<>]/g, (sign) => ESCAPED[sign]!);

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element with its children, each on lines of its own. */
function element(tag: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
  if (children.length === 0) return `<${tag}${written} />`;
  const lines = children.flatMap((child) => child.split('\n')).map((line) => `  ${line}`);
  return `<${tag}${written}>\n${lines.join('\n')}\n</${tag}>`;
}

/** A text element on one line. */
const renderTextElement = (tag: string, text: string): string => `<${tag}>${inside(text).replaceAll('\n', '&#10;')}</${tag}>`;

const renderCandidate = (tag: string, candidate: Candidate): string => element(tag, { ...candidate });

function stepAttributes({ candidates, quorum, amount, nobody }: Step): Attributes {
  const roles = candidates.flatMap((each) => (each.kind === 'ROLE' && each.at === 'HERE' ? [each.role] : []));
  return {
    'kuwei:roles': roles.join(', '),
    'kuwei:quorum': quorum === 'ONE' ? null : quorum,
    'kuwei:share': quorum === 'SHARE' ? amount : null,
    'kuwei:count': quorum === 'COUNT' ? amount : null,
    'kuwei:nobody': nobody === 'WAIT' ? null : nobody,
  };
}

/** Roles of the deciding organisation are written as an attribute, all other candidates as elements. */
const isElement = (candidate: Candidate): boolean => candidate.kind !== 'ROLE' || candidate.at !== 'HERE';

function extensionsOf({ step, copies }: GraphNode): string[] {
  const own = [
    ...(step?.candidates ?? []).filter(isElement).map((each) => renderCandidate('kuwei:candidate', each)),
    ...copies.map((each) => renderCandidate('kuwei:copy', each)),
    ...(step?.limit
      ? [
          element(
            'kuwei:limit',
            { hours: step.limit.hours, action: step.limit.action },
            step.limit.candidates.map((each) => renderCandidate('kuwei:candidate', each)),
          ),
        ]
      : []),
  ];
  return own.length === 0 ? [] : [element('bpmn:extensionElements', {}, own)];
}

const documentation = (about: string | null): string[] =>
  about === null ? [] : [renderTextElement('bpmn:documentation', about)];

function scopeOf(graph: Graph, parent: string | null): string[] {
  const nodes = graph.nodes.filter((node) => node.parent === parent);
  const own = new Set(nodes.map(({ id }) => id));
  return [
    ...nodes.map((node) => {
      const { id, kind, name, nameEn, about, step } = node;
      return element(
        `bpmn:${TAGS[kind]}`,
        {
          id,
          name,
          'kuwei:nameEn': nameEn,
          default: graph.flows.find(({ from, isDefault }) => isDefault && from === id)?.id,
          ...(step ? stepAttributes(step) : {}),
        },
        [...documentation(about), ...extensionsOf(node), ...(kind === 'group' ? scopeOf(graph, id) : [])],
      );
    }),
    ...graph.flows.filter(({ from }) => own.has(from)).map(flowOf),
  ];
}

const flowOf = ({ id, name, nameEn, from, to, condition }: GraphFlow): string =>
  element(
    'bpmn:sequenceFlow',
    { id, name, 'kuwei:nameEn': nameEn, sourceRef: from, targetRef: to },
    condition === null ? [] : [renderTextElement('bpmn:conditionExpression', condition)],
  );

const bounds = ({ x, y, width, height }: Bounds): string => element('dc:Bounds', { x, y, width, height });

/** Events and gateways are too small for their name: it goes beside them. */
function labelOf({ kind, name }: GraphNode, { x, y, width, height }: Bounds): string[] {
  const isSmall = kind !== 'step' && kind !== 'tell' && kind !== 'group' && kind !== 'other';
  if (!isSmall || name === '') return [];
  const wide = Math.min(120, Math.max(28, [...name].length * 12));
  // Flows reach an end event from the left or from below.
  const at =
    kind === 'end'
      ? { x: x + width + 6, y: y + height / 2 - 7 }
      : { x: x + (width - wide) / 2, y: kind === 'start' ? y + height + 7 : y - 22 };
  return [element('bpmndi:BPMNLabel', {}, [bounds({ ...at, width: wide, height: 14 })])];
}

function diagramOf(graph: Graph, { shapes, edges }: Layout): string {
  const drawn = [
    ...graph.nodes.flatMap((node) => {
      const at = shapes.get(node.id);
      if (!at) return [];
      const more = {
        isMarkerVisible: node.kind === 'exclusive' ? 'true' : null,
        isExpanded: node.kind === 'group' ? 'true' : null,
      };
      const attributes = { id: `${node.id}-shape`, bpmnElement: node.id, ...more };
      return [element('bpmndi:BPMNShape', attributes, [bounds(at), ...labelOf(node, at)])];
    }),
    ...graph.flows.flatMap(({ id, name }) => {
      const points = edges.get(id);
      if (!points) return [];
      const label = name === '' ? [] : [element('bpmndi:BPMNLabel', {}, [bounds(wayLabel(name, points))])];
      return [
        element('bpmndi:BPMNEdge', { id: `${id}-edge`, bpmnElement: id }, [
          ...points.map(({ x, y }) => element('di:waypoint', { x, y })),
          ...label,
        ]),
      ];
    }),
  ];
  return element('bpmndi:BPMNDiagram', { id: `${graph.id}-diagram` }, [
    element('bpmndi:BPMNPlane', { id: `${graph.id}-plane`, bpmnElement: graph.id }, drawn),
  ]);
}

/** Above the first horizontal segment of a flow. */
function wayLabel(name: string, points: readonly { x: number; y: number }[]): Bounds {
  const at = points[0]!.y === points[1]!.y ? points[0]! : points[1]!;
  return { x: at.x + 8, y: at.y - 20, width: Math.min(96, Math.max(28, [...name].length * 12)), height: 14 };
}

/** @param layout computed if left out */
export function bpmnOf(graph: Graph, layout: Layout = layoutOf(graph)): string {
  const process = element(
    'bpmn:process',
    { id: graph.id, name: graph.name, 'kuwei:nameEn': graph.nameEn, isExecutable: 'true' },
    [...documentation(graph.about), ...scopeOf(graph, null)],
  );
  const uris = {
    'xmlns:bpmn': BPMN_URI,
    'xmlns:bpmndi': 'http://www.omg.org/spec/BPMN/20100524/DI',
    'xmlns:dc': 'http://www.omg.org/spec/DD/20100524/DC',
    'xmlns:di': 'http://www.omg.org/spec/DD/20100524/DI',
    'xmlns:kuwei': KUWEI_URI,
  };
  const whole = element('bpmn:definitions', { ...uris, id: `${graph.id}-definitions`, targetNamespace: KUWEI_URI }, [
    process,
    diagramOf(graph, layout),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}\n`;
}
