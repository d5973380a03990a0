// Conditions and numbers in the designer: inputs that are not complete are kept, named, and never stand for the value before.
import { parseCondition, type ConditionFault } from '@kuwei/contract/bpm/condition';
import type { DefinitionKind } from '@kuwei/contract/bpm/definition';
import { BLANK_STEP, type GraphNode } from '@kuwei/contract/bpm/graph';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { ConditionField } from '../src/sysbase/bpm/ConditionField.tsx';
import { rowsOf, textOf } from '../src/sysbase/bpm/condition-rows.ts';
import { ElementForm } from '../src/sysbase/bpm/ElementForm.tsx';
import { DesignContext, type Design } from '../src/sysbase/bpm/design.ts';

beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'design');
});

const variables = { controlled: 'boolean', value: 'number', groups: 'set' } as const;
const codes = [{ code: 'G', name: 'G 组' }];
const kind: DefinitionKind = {
  key: 'k',
  name: '入库审批',
  facts: Object.entries(variables).map(([name, type]) => ({ name, type, label: name, codes: type === 'set' ? codes : [] })),
  groups: [],
  fields: [],
  places: [],
};
const design = { kind, readOnly: false, faults: new Map(), warnings: new Map() } as unknown as Design;

let text: string | null;
function Field({ start }: { start: string | null }) {
  const [value, setValue] = useState(start);
  text = value;
  return (
    <DesignContext value={design}>
      <ConditionField value={value} onChange={setValue} />
    </DesignContext>
  );
}
const reasonOf = (condition: string | null): string => {
  try {
    parseCondition(condition ?? '', variables);
  } catch (error) {
    return (error as ConditionFault).kind;
  }
  return '';
};
const addRow = (fact: string): void => {
  fireEvent.click(screen.getByRole('button', { name: '添加条件' }));
  const facts = screen.getAllByLabelText('看什么');
  fireEvent.change(facts.at(-1)!, { target: { value: fact } });
};
const typeNumber = (typed: string): void => {
  const field = screen.getByRole('textbox', { name: '数值' });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
};

test('a new row names no fact by itself, and is refused until one is chosen', () => {
  render(<Field start={null} />);
  fireEvent.click(screen.getByRole('button', { name: '添加条件' }));
  expect(text).toBe('?');
  expect(reasonOf(text)).toBe('incomplete');
  expect(screen.getByRole('alert').textContent).toBe('还没有选看什么');
  fireEvent.change(screen.getByLabelText('看什么'), { target: { value: 'groups' } });
  expect(text).toBe('groups has ?');
  expect(reasonOf(text)).toBe('incomplete');
  fireEvent.change(screen.getByLabelText('值'), { target: { value: 'G' } });
  expect(text).toBe("groups has 'G'");
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['', 'abc', '-5', '9999999999999'])(
  'a number field with “%s” is named at its row, and the condition is refused',
  (typed) => {
    render(<Field start="controlled" />);
    addRow('value');
    typeNumber('7');
    expect(text).toBe('controlled and value > 7');
    typeNumber(typed);
    expect(text).toBe('controlled and value > ?');
    expect(reasonOf(text)).toBe('incomplete');
    expect(screen.getByRole('alert').textContent).toBe(typed === '' ? '还没有填数值' : `“${typed}”不能用：请填 0 或更大的数`);
    expect(screen.getByRole('textbox', { name: '数值' })).toHaveProperty('value', typed);
  },
);

test.each(['?', 'not ?', 'value > ?', 'groups has ?', 'controlled and (value > ? or not groups has ?)'])(
  'a draft keeps %s as rows',
  (condition) => {
    expect(textOf(rowsOf(condition, variables)!)).toBe(condition);
    expect(reasonOf(condition)).toBe('incomplete');
  },
);

test.each(['', 'abc', '0', '101', '-5'])('a percentage of “%s” does not keep the one before', (typed) => {
  const start = { id: 't', kind: 'step', name: '初审', copies: [], step: { ...BLANK_STEP, quorum: 'SHARE', amount: 50 } };
  let amount = 50;
  function Form() {
    const [node, setNode] = useState(start as unknown as GraphNode);
    amount = node.step!.amount;
    return (
      <DesignContext value={design}>
        <ElementForm node={node} onChange={(change) => setNode(change)} />
      </DesignContext>
    );
  }
  render(<Form />);
  const field = screen.getByRole('textbox', { name: /百分比/ });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect(amount).toBe(typed === '101' ? 101 : 0);
  expect(screen.getByRole('alert').textContent).toBe('请填 1 到 100 的整数');
});
