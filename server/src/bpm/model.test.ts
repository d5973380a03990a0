import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCondition } from './condition.ts';
import { countTasks, nextTask, readModel, type WorkflowVars } from './model.ts';

const shipped = (key: string): string => readFileSync(join(import.meta.dirname, 'definitions', `${key}.bpmn`), 'utf8');
const vars: WorkflowVars = {
  controlled: false,
  toxic: false,
  expired: false,
  overQuota: false,
  crossWarehouse: false,
  value: 0,
  valueLimit: 1000,
  maxQty: 1,
  qtyLimit: 10,
  lines: 1,
};

test('the shipped chains ask for one level, and for two where goods are controlled or limits are passed', async () => {
  const inbound = await readModel(shipped('wms-inbound'));
  expect(countTasks(inbound, vars)).toBe(1);
  expect(countTasks(inbound, { ...vars, expired: true })).toBe(2);
  const outbound = await readModel(shipped('wms-outbound'));
  expect(countTasks(outbound, vars)).toBe(1);
  expect(countTasks(outbound, { ...vars, value: 1000.5 })).toBe(2);
  expect(countTasks(outbound, { ...vars, maxQty: 11 })).toBe(2);
  expect(nextTask(outbound, outbound.start, vars)!.roles).toEqual(['ROLE_WMS_ADMIN_OUTBOUND_01']);
  const move = await readModel(shipped('wms-move'));
  expect(countTasks(move, vars)).toBe(0);
  expect(countTasks(move, { ...vars, crossWarehouse: true })).toBe(1);
});

test('conditions know and, or, not, brackets and comparisons, and nothing else', () => {
  const holds = (text: string, values: Record<string, boolean | number>): boolean =>
    parseCondition(text, ['a', 'b', 'n'])(values);
  expect(holds('a and not b or n >= 3', { a: false, b: false, n: 3 })).toBe(true);
  expect(holds('a and (not b or n >= 3)', { a: false, b: false, n: 3 })).toBe(false);
  expect(holds('not not a', { a: true })).toBe(true);
  for (const wrong of ['', 'a and', 'c', 'a; b', 'a.constructor', '(a', 'a b', 'n > ', 'process', '`a`', '1 = 1 = 1']) {
    expect(() => parseCondition(wrong, ['a', 'b', 'n']), wrong).toThrow('WORKFLOW');
  }
});

test('a definition that could run code, or that the engine does not know, is refused', async () => {
  const process = (body: string): string =>
    `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kuwei="urn:kuwei:bpmn"><bpmn:process id="p">${body}</bpmn:process></bpmn:definitions>`;
  const script = process('<bpmn:startEvent id="s"/><bpmn:scriptTask id="x"><bpmn:script>1</bpmn:script></bpmn:scriptTask>');
  await expect(readModel(script)).rejects.toThrow('WORKFLOW');
  await expect(readModel(process('<bpmn:startEvent id="s"/><bpmn:userTask id="t"/>'))).rejects.toThrow('WORKFLOW');
  await expect(readModel(`<!DOCTYPE x [<!ENTITY a "b">]>${process('<bpmn:startEvent id="s"/>')}`)).rejects.toThrow('WORKFLOW');
  await expect(readModel('not xml')).rejects.toThrow('WORKFLOW');
  const circle = await readModel(
    process(`<bpmn:startEvent id="s"/><bpmn:exclusiveGateway id="g"/><bpmn:exclusiveGateway id="h"/>
      <bpmn:sequenceFlow id="1" sourceRef="s" targetRef="g"/><bpmn:sequenceFlow id="2" sourceRef="g" targetRef="h"/>
      <bpmn:sequenceFlow id="3" sourceRef="h" targetRef="g"/>`),
  );
  expect(() => nextTask(circle, circle.start, vars)).toThrow('WORKFLOW');
});
