import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BpmnModdle } from 'bpmn-moddle';
import { kuweiModdle } from '@kuwei/contract/bpm/extension';
import { LOCALES } from '@kuwei/contract/constants';
import { expect, test } from 'vitest';
import { drawn, END, gateway, processOf, START, step } from '../../test/_bpmn.ts';
import { say } from '../phrase.ts';
import { checkModel, type DefinitionOptions } from './check.ts';
import { readDefinition } from './read.ts';
import { walkDefinition } from './walk.ts';

const offered: DefinitionOptions = {
  variables: { a: 'boolean', b: 'boolean', n: 'number', set: 'set' },
  groups: ['keepers'],
  fields: ['buyer'],
  codes: { set: new Set(['A', 'L']) },
  roles: new Set(['ROLE_A', 'ROLE_B']),
  people: new Set(['li']),
};

/** Every fault as `<element> <key>`; also checks that each has a text in both languages. */
async function faults(xml: string): Promise<string[]> {
  const { model, faults: unread } = await readDefinition(xml);
  const found = model ? checkModel(model, offered) : unread;
  for (const { key, params } of found) {
    for (const locale of LOCALES) expect(say(locale, key, params)).not.toMatch(/rule\.flow|\{\w+\}/);
  }
  return found.map(({ path, key }) => `${path} ${key.replace('rule.flow.', '')}`.trim());
}

const chain = (task: string): string =>
  drawn({
    elements: [START, task, END],
    flows: [
      ['f1', 's', 't'],
      ['f2', 't', 'e'],
    ],
  });

test('[F-C4] reads flows by the elements they connect, even if these do not list them', async () => {
  const { model, faults: none } = await readDefinition(chain(step('t')));
  expect(none).toEqual([]);
  expect(model!.nodes['s']!.flows).toMatchObject([{ id: 'f1', to: 't' }]);
  expect(model!.nodes['t']!.flows).toMatchObject([{ id: 'f2', to: 'e' }]);
  // References listed by elements are ignored, even wrong ones.
  const inconsistent = chain(step('t')).replace(
    '<bpmn:startEvent id="s"/>',
    '<bpmn:startEvent id="s"><bpmn:outgoing>f2</bpmn:outgoing></bpmn:startEvent>',
  );
  expect((await readDefinition(inconsistent)).model!.nodes['s']!.flows).toMatchObject([{ id: 'f1', to: 't' }]);
});

test('reads candidates, quorum, copies and time limit of a step', async () => {
  const inside = `<kuwei:candidate kind="ROLE" role="ROLE_B" at="EVERYWHERE"/><kuwei:candidate kind="LEADER" of="OWNER"/>
    <kuwei:candidate kind="PERSON" person="li"/><kuwei:candidate kind="GROUP" group="keepers"/><kuwei:candidate kind="FIELD" field="buyer"/>
    <kuwei:copy kind="LEADER" of="APPLICANT"/>
    <kuwei:limit hours="48" action="ESCALATE"><kuwei:candidate kind="ROLE" role="ROLE_A"/></kuwei:limit>`;
  const xml = chain(step('t', 'kuwei:roles="ROLE_A, ROLE_B" kuwei:nameEn="Task" kuwei:quorum="SHARE" kuwei:share="60"', inside));
  const { model } = await readDefinition(xml);
  expect(await faults(xml)).toEqual([]);
  expect(model!.nodes['t']).toMatchObject({
    kind: 'step',
    nameEn: 'Task',
    copies: [{ kind: 'LEADER', of: 'APPLICANT' }],
    step: {
      candidates: [
        { kind: 'ROLE', role: 'ROLE_A', at: 'HERE' },
        { kind: 'ROLE', role: 'ROLE_B', at: 'HERE' },
        { kind: 'ROLE', role: 'ROLE_B', at: 'EVERYWHERE' },
        { kind: 'LEADER', of: 'OWNER' },
        { kind: 'PERSON', person: 'li' },
        { kind: 'GROUP', group: 'keepers' },
        { kind: 'FIELD', field: 'buyer' },
      ],
      quorum: 'SHARE',
      amount: 60,
      nobody: 'WAIT',
      limit: { hours: 48, action: 'ESCALATE', candidates: [{ kind: 'ROLE', role: 'ROLE_A', at: 'HERE' }] },
    },
  });
});

/** Faults, with XML that causes them. */
const wrong: [fault: string, xml: string][] = [
  ['unreadableFrom', 'not xml'],
  ['unreadableFrom', processOf('<bpmn:startEvent id="s">')],
  ['doctype', `<!DOCTYPE x [<!ENTITY a "b">]>${chain(step('t'))}`],
  ['tooLong', `${chain(step('t'))}<!--${'x'.repeat(1024 * 1024)}-->`],
  ['oneProcess', '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d"/>'],
  ['f1 reference', chain(step('t')).replace('targetRef="t"', 'targetRef="nowhere"')],
  [
    'g reference',
    drawn({
      elements: [START, gateway('g', 'exclusive', 'gone'), END],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'e'],
      ],
    }),
  ],
  ['attribute', chain(step('t', 'kuwei:rols="ROLE_A"'))],
  ['t attribute', chain(step('t', 'kuwei:roles="ROLE_A" other:x="1"'))],
  ['t element', chain(step('t', 'kuwei:roles="ROLE_A"', '<other:y/>'))],
  ['unreadableFrom', chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:bogus/>'))],
  [
    't twice',
    drawn({
      elements: [START, step('t'), step('t'), END],
      flows: [
        ['f1', 's', 't'],
        ['f2', 't', 'e'],
      ],
    }),
  ],
  [
    'x element',
    drawn({
      elements: [START, '<bpmn:scriptTask id="x"><bpmn:script>1</bpmn:script></bpmn:scriptTask>', END],
      flows: [
        ['f1', 's', 'x'],
        ['f2', 'x', 'e'],
      ],
    }),
  ],
  [
    'x element',
    drawn({
      elements: [START, '<bpmn:callActivity id="x"/>', END],
      flows: [
        ['f1', 's', 'x'],
        ['f2', 'x', 'e'],
      ],
    }),
  ],
  ['s property', chain(step('t')).replace(START, '<bpmn:startEvent id="s"><bpmn:timerEventDefinition/></bpmn:startEvent>')],
  [
    't property',
    chain('<bpmn:userTask id="t" name="t" kuwei:roles="ROLE_A"><bpmn:multiInstanceLoopCharacteristics/></bpmn:userTask>'),
  ],
  ['oneStart', chain(step('t')).replace(START, '<bpmn:endEvent id="s"/>')],
  ['s2 oneStart', chain(step('t')).replace(START, `${START}<bpmn:startEvent id="s2"/>`)],
  ['f1 ends', chain(step('t')).replace('sourceRef="s"', '')],
  [
    'f3 language',
    drawn({ elements: [START, END], flows: [] }).replace(
      '</bpmn:process>',
      '<bpmn:sequenceFlow id="f3" sourceRef="s" targetRef="e"><bpmn:conditionExpression xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="bpmn:tFormalExpression" language="js">1</bpmn:conditionExpression></bpmn:sequenceFlow></bpmn:process>',
    ),
  ],
  ['t choice', chain(step('t', 'kuwei:roles="ROLE_A" kuwei:quorum="SOME"'))],
  ['t choice', chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:candidate kind="BOSS"/>'))],
  ['t share', chain(step('t', 'kuwei:roles="ROLE_A" kuwei:quorum="SHARE" kuwei:share="101"'))],
  ['t count', chain(step('t', 'kuwei:roles="ROLE_A" kuwei:quorum="COUNT"'))],
  ['t hours', chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:limit hours="0" action="REMIND"/>'))],
  [
    't oneLimit',
    chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:limit hours="1" action="REMIND"/><kuwei:limit hours="2" action="REJECT"/>')),
  ],
  ['t escalation', chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:limit hours="1" action="ESCALATE"/>'))],
  ['t missing', chain(step('t', '', '<kuwei:candidate kind="PERSON"/>'))],
  ['t unnamed', chain('<bpmn:userTask id="t" kuwei:roles="ROLE_A"/>')],
  ['t asksNobody', chain(step('t', ''))],
  ['t tooFew', chain(step('t', 'kuwei:quorum="COUNT" kuwei:count="2"', '<kuwei:candidate kind="PERSON" person="li"/>'))],
  ['t longName', chain(`<bpmn:userTask id="t" name="${'长'.repeat(101)}" kuwei:roles="ROLE_A"/>`)],
  ['noStep', drawn({ elements: [START, END], flows: [['f1', 's', 'e']] })],
  ['t role', chain(step('t', 'kuwei:roles="ROLE_C"'))],
  ['t role', chain(step('t', 'kuwei:roles="ROLE_A"', '<kuwei:copy kind="ROLE" role="ROLE_C"/>'))],
  [
    't role',
    chain(
      step(
        't',
        'kuwei:roles="ROLE_A"',
        '<kuwei:limit hours="1" action="ESCALATE"><kuwei:candidate kind="ROLE" role="ROLE_C"/></kuwei:limit>',
      ),
    ),
  ],
  ['t person', chain(step('t', '', '<kuwei:candidate kind="PERSON" person="wang"/>'))],
  ['t group', chain(step('t', '', '<kuwei:candidate kind="GROUP" group="cooks"/>'))],
  ['t field', chain(step('t', '', '<kuwei:candidate kind="FIELD" field="name"/>'))],
  [
    't unreached',
    drawn({
      elements: [START, step('t'), END],
      flows: [
        ['f1', 's', 'e'],
        ['f2', 't', 'e'],
      ],
    }),
  ],
  [
    's intoStart',
    drawn({
      elements: [START, gateway('g', 'exclusive', 'f2'), END],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'e'],
        ['f3', 'g', 's', 'a'],
      ],
    }),
  ],
  [
    'e afterEnd',
    drawn({
      elements: [START, END, step('t')],
      flows: [
        ['f1', 's', 'e'],
        ['f2', 'e', 't'],
        ['f3', 't', 'e'],
      ],
    }),
  ],
  ['t deadEnd', drawn({ elements: [START, step('t'), END], flows: [['f1', 's', 't']] })],
  [
    't oneWayOut',
    drawn({
      elements: [START, step('t'), END],
      flows: [
        ['f1', 's', 't'],
        ['f2', 't', 'e'],
        ['f3', 't', 'e'],
      ],
    }),
  ],
  [
    'g noDefault',
    drawn({
      elements: [START, gateway('g', 'exclusive'), END],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'e', 'a'],
        ['f3', 'g', 'e', 'b'],
      ],
    }),
  ],
  [
    'f3 noCondition',
    drawn({
      elements: [START, gateway('g', 'inclusive', 'f2'), END],
      flows: [
        ['f1', 's', 'g'],
        ['f2', 'g', 'e'],
        ['f3', 'g', 'e'],
      ],
    }),
  ],
  [
    'f2 idleCondition',
    drawn({
      elements: [START, step('t'), END],
      flows: [
        ['f1', 's', 't'],
        ['f2', 't', 'e', 'a'],
      ],
    }),
  ],
  ...['a and', 'n > ', '(a', 'a b', 'n = 1 = 1', '`a`', 'a.b', 'a; b', ''.padEnd(2001, 'a'), 'set has a', "set has '"].map(
    (text): [string, string] => ['f3 condition.syntax', asked(text)],
  ),
  ...['c', 'constructor', 'process', 'and'].map((text): [string, string] => ['f3 condition.unknown', asked(text)]),
  ...['n', 'a > 1', 'not n', 'n > b', 'set', "a has 'A'", 'set = 1'].map((text): [string, string] => [
    'f3 condition.type',
    asked(text),
  ]),
  ...['?', 'not ?', 'n > ?', 'set has ?', 'a and (b or n < ?)'].map((text): [string, string] => [
    'f3 condition.incomplete',
    asked(text),
  ]),
  ...['n > 100000 and n < 50', 'a and not a', "set has 'A' and not set has 'A'"].map((text): [string, string] => [
    'f3 condition.never',
    asked(text),
  ]),
  ['f3 condition.code', asked("set has 'A' or set has 'B'")],
];

/** A gateway with a condition. */
function asked(condition: string): string {
  return drawn({
    elements: [START, gateway('g', 'exclusive', 'f2'), END],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'e'],
      ['f3', 'g', 'e', condition],
    ],
  });
}

test.each(wrong)('[F-C4] reports each fault with its element: %s', async (expected, xml) => {
  expect(await faults(xml)).toContain(expected);
});

test('[F-C4] refuses a cycle and lists its steps', async () => {
  const xml = drawn({
    elements: [START, step('t'), gateway('g', 'exclusive', 'f3'), END],
    flows: [
      ['f1', 's', 't'],
      ['f2', 't', 'g'],
      ['f3', 'g', 'e'],
      ['f4', 'g', 't', 'a'],
    ],
  });
  const { model } = await readDefinition(xml);
  expect(checkModel(model!, offered)).toEqual([{ path: '', key: 'rule.flow.circle', params: { steps: 't → g' } }]);
});

test('finds joins with a missing branch and steps reached by two branches, whatever the conditions', async () => {
  const elements = [START, gateway('g', 'parallel'), step('t'), step('u'), gateway('x', 'exclusive', 'f5'), END];
  const branches = [
    ['f1', 's', 'g'],
    ['f2', 'g', 't'],
    ['f3', 'g', 'x'],
    ['f4', 'x', 'u', 'a'],
  ] as const;
  expect(
    await faults(
      drawn({
        elements: [...elements, gateway('j', 'parallel')],
        flows: [...branches, ['f5', 'x', 'e'], ['f6', 't', 'j'], ['f7', 'u', 'j'], ['f8', 'j', 'e']],
      }),
    ),
  ).toEqual(['j stuck']);
  // An inclusive join waits for possible flows.
  expect(
    await faults(
      drawn({
        elements: [...elements, gateway('j', 'inclusive')],
        flows: [...branches, ['f5', 'x', 'e'], ['f6', 't', 'j'], ['f7', 'u', 'j'], ['f8', 'j', 'e']],
      }),
    ),
  ).toEqual([]);
  expect(
    await faults(
      drawn({
        elements: [...elements, step('v')],
        flows: [...branches, ['f5', 'x', 'e'], ['f6', 't', 'v'], ['f7', 'u', 'v'], ['f8', 'v', 'e']],
      }),
    ),
  ).toEqual(['v meets']);
});

test('[F-C4] accepts levels up to the maximum', async () => {
  const levels = (count: number): string =>
    drawn({
      elements: [START, ...Array.from({ length: count }, (_, at) => step(`t${at}`)), END],
      flows: [
        ['f', 's', 't0'],
        ...Array.from({ length: count }, (_, at) => [`f${at}`, `t${at}`, at + 1 < count ? `t${at + 1}` : 'e'] as const),
      ],
    });
  expect(await faults(levels(20))).toEqual([]);
  expect(await faults(levels(21))).toEqual(['levels']);
});

const FOLDER = join(import.meta.dirname, '../wms/transaction/definitions');

test.each(readdirSync(FOLDER))('[F-C4] every element of the shipped definition %s has a shape or an edge', async (file) => {
  const xml = readFileSync(join(FOLDER, file), 'utf8');
  const { rootElement, warnings } = (await new BpmnModdle({ kuwei: kuweiModdle }).fromXML(xml)) as {
    rootElement: {
      rootElements: { flowElements: { id: string; nameEn?: string; name?: string }[] }[];
      diagrams: { plane: { planeElement: { bpmnElement: { id: string }; bounds?: object; waypoint?: object[] }[] } }[];
    };
    warnings: unknown[];
  };
  expect(warnings).toEqual([]);
  const elements = rootElement.rootElements[0]!.flowElements;
  const shown = rootElement.diagrams[0]!.plane.planeElement;
  expect(shown.map(({ bpmnElement }) => bpmnElement.id).toSorted()).toEqual(elements.map(({ id }) => id).toSorted());
  expect(shown.filter(({ bounds, waypoint }) => !bounds && (waypoint ?? []).length < 2)).toEqual([]);
  expect(elements.filter(({ name, nameEn }) => Boolean(name) !== Boolean(nameEn))).toEqual([]);
});

const GROUP = (inside: string): string =>
  `<bpmn:startEvent id="s"/><bpmn:subProcess id="g" name="安全检查">${inside}</bpmn:subProcess><bpmn:endEvent id="e"/>
   <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="g"/><bpmn:sequenceFlow id="f2" sourceRef="g" targetRef="e"/>`;

test('executes a group between its start and its ends, and sends copies on the way', async () => {
  const xml = processOf(
    GROUP(
      `<bpmn:startEvent id="gs"/><bpmn:parallelGateway id="split"/>${step('one')}${step('two')}<bpmn:endEvent id="ge"/>
       <bpmn:sendTask id="tell" name="抄送"><bpmn:extensionElements><kuwei:copy kind="PERSON" person="li"/></bpmn:extensionElements></bpmn:sendTask>
       <bpmn:sequenceFlow id="g1" sourceRef="gs" targetRef="split"/><bpmn:sequenceFlow id="g2" sourceRef="split" targetRef="one"/>
       <bpmn:sequenceFlow id="g3" sourceRef="split" targetRef="two"/><bpmn:sequenceFlow id="g4" sourceRef="one" targetRef="ge"/>
       <bpmn:sequenceFlow id="g5" sourceRef="two" targetRef="tell"/><bpmn:sequenceFlow id="g6" sourceRef="tell" targetRef="ge"/>`,
    ),
  );
  expect(await faults(xml)).toEqual([]);
  const { model, graph } = await readDefinition(xml);
  expect(graph!.nodes.map(({ id, parent, kind }) => `${id} ${parent ?? '-'} ${kind}`)).toEqual([
    's - start',
    'g - group',
    'e - end',
    'gs g start',
    'split g parallel',
    'one g step',
    'two g step',
    'ge g end',
    'tell g tell',
  ]);
  const whole = { ...model!, variables: {} };
  // What follows the group waits for all of it.
  expect(walkDefinition(whole, {}, (id) => id === 'two')).toMatchObject({
    open: [{ id: 'one' }],
    told: [{ id: 'tell' }],
    ends: [],
  });
  expect(walkDefinition(whole, {}, () => true)).toMatchObject({ ends: ['e'], flows: expect.arrayContaining(['g6', 'f2']) });
});

test('reports faults in groups', async () => {
  expect(await faults(processOf(GROUP('')))).toEqual(['g oneStart']);
  const chained = `<bpmn:startEvent id="gs"/>${step('t')}<bpmn:endEvent id="ge"/><bpmn:sequenceFlow id="g1" sourceRef="gs" targetRef="t"/>`;
  expect(await faults(processOf(GROUP(`${chained}<bpmn:sequenceFlow id="g2" sourceRef="t" targetRef="e"/>`)))).toEqual([
    'g2 ends',
  ]);
  const whole = `${chained}<bpmn:sequenceFlow id="g2" sourceRef="t" targetRef="ge"/>`;
  const twice = `${GROUP(whole)}<bpmn:endEvent id="e2"/><bpmn:sequenceFlow id="f3" sourceRef="g" targetRef="e2"/>`;
  expect(await faults(processOf(twice))).toEqual(['g oneWayOut']);
  const each = GROUP(whole).replace(
    '<bpmn:startEvent id="gs"/>',
    '<bpmn:multiInstanceLoopCharacteristics/><bpmn:startEvent id="gs"/>',
  );
  expect(await faults(processOf(each))).toEqual(['g property']);
  expect(await faults(processOf(GROUP(whole).replace('<bpmn:subProcess ', '<bpmn:subProcess triggeredByEvent="true" ')))).toEqual(
    ['g property'],
  );
});

test('lists graphical elements without effect', async () => {
  const beside = chain(step('t'))
    .replace(
      '<bpmn:startEvent',
      '<bpmn:laneSet id="ls"><bpmn:lane id="l1" name="学院"><bpmn:flowNodeRef>t</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet><bpmn:startEvent',
    )
    .replace(
      '</bpmn:process>',
      '<bpmn:dataObject id="do"/><bpmn:dataObjectReference id="dr" name="申请表" dataObjectRef="do"/><bpmn:textAnnotation id="ta"><bpmn:text>请看制度</bpmn:text></bpmn:textAnnotation><bpmn:association id="as" sourceRef="t" targetRef="ta"/></bpmn:process><bpmn:collaboration id="c"><bpmn:participant id="pt" name="仓库" processRef="p"/></bpmn:collaboration>',
    );
  const { model, notes } = await readDefinition(beside);
  expect(await faults(beside)).toEqual([]);
  expect(model!.nodes).toEqual((await readDefinition(chain(step('t')))).model!.nodes);
  expect(notes.map(({ path, params }) => [path, params!['type'], params!['name']])).toEqual([
    ['pt', 'Participant', '仓库'],
    ['l1', 'Lane', '学院'],
    ['ta', 'TextAnnotation', '请看制度'],
    ['as', 'Association', 'as'],
    ['do', 'DataObject', 'do'],
    ['dr', 'DataObjectReference', '申请表'],
  ]);
});

test('[security 43] refuses event listeners and oversized files', async () => {
  const listens = chain(step('t')).replace(
    '<bpmn:startEvent',
    '<bpmn:extensionElements><other:executionListener class="x"/></bpmn:extensionElements><bpmn:startEvent',
  );
  expect(await faults(listens)).toEqual(['p element']);
  expect(await faults(processOf('<a/>'.repeat(70_000)))).toEqual(['tooFull']);
});

/** Nested tags. */
const nested = (name: string, depth: number, attributes = ''): string =>
  `<${name}${attributes}>`.repeat(depth) + `</${name}>`.repeat(depth);

test.each<[what: string, expected: string, xml: string]>([
  ['tags in each other', 'tooDeep', processOf(`<bpmn:extensionElements>${nested('a', 100_000)}</bpmn:extensionElements>`)],
  ['groups in each other', 'tooDeep', processOf(nested('bpmn:subProcess', 40))],
  ['tags in each other whose values look like ends', 'tooDeep', processOf(nested('a', 40, ' b="</a></a>"'))],
  ['tags in each other behind ends in a comment', 'tooDeep', processOf(`<!--${'</a>'.repeat(90)}-->${nested('a', 40)}`)],
  ['tags in each other behind ends that are text', 'tooDeep', processOf(`<![CDATA[${'</a>'.repeat(90)}]]>${nested('a', 40)}`)],
  ['steps', 'tooMany', processOf('<bpmn:task/>'.repeat(15_000))],
  ['steps under another prefix', 'tooMany', processOf('<x.y:userTask/>'.repeat(501))],
  ['flows', 'tooMany', processOf('<bpmn:sequenceFlow></bpmn:sequenceFlow>'.repeat(501))],
  ['what is no step', 'tooFull', processOf('<bpmn:documentation/>'.repeat(6_000))],
  ['comments', 'tooFull', processOf('<!---->'.repeat(6_000))],
  ['tags in each other behind ends of nothing', 'tooDeep', processOf('</a>'.repeat(90) + nested('a', 40))],
  ['attributes', 'tooFull', processOf(`<a ${Array.from({ length: 30_001 }, (_, n) => `b${n}="1"`).join(' ')}/>`)],
  [
    'namespaces',
    'tooManyNamespaces',
    processOf(`<bpmn:extensionElements>${'<o:a xmlns:o="urn:o"/>'.repeat(501)}</bpmn:extensionElements>`),
  ],
])('[F-3A8] a file with too many %s is refused before it is parsed', async (_, expected, xml) => {
  expect(await faults(xml)).toEqual([expected]);
});

test('[F-3A8] limits the number of reported faults', async () => {
  const unknown = processOf(`<bpmn:extensionElements xmlns:o="urn:o">${'<o:a/>'.repeat(1_000)}</bpmn:extensionElements>`);
  expect((await readDefinition(unknown)).faults.length).toBeLessThanOrEqual(200);
});
