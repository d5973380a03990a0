import {
  actionsFor,
  RULE_CONDITIONS_MAX,
  RULE_OWNERS_MAX,
  RULE_PICKS_MAX,
  ruleRoutes,
  type Rule,
  type RuleAction,
} from '@kuwei/contract/auth/rule';
import {
  modelsOf,
  isRecordSubject,
  RULE_FIELDS,
  RULE_MODELS,
  RULE_OPS,
  RULE_OWNERS,
  RULE_SUBJECTS,
  type RecordSubject,
  type RuleModel,
  type RuleOwner,
  type RuleSubject,
} from '@kuwei/contract/auth/rule-words';
import { RELATIONS } from '@kuwei/contract/org';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useFormContext } from '../../form/context.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { LastDayField } from '../../form/field/LastDayField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { RowsField } from '../../form/field/RowsField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { ruleLooks } from './looks.ts';
import { useRulePlace } from './places.ts';
import { ValuesField } from './ValuesField.tsx';
import { ownerIn, subjectsIn } from './words.ts';
import './rule.css';

const ruleEdit = editOf(ruleRoutes.createRule, {
  name: 'rights.rule.record',
  get: ruleRoutes.getRule,
  update: ruleRoutes.updateRule,
  changes: ['/auth/power'],
  nameOf: (rule) => `${ownerIn(rule)} · ${subjectsIn(rule)}`,
  namedOnScreen: true,
  blank: { actions: ['SEE'], subjectIds: [], conditions: [] },
  carry: ['subjectIds', 'conditions', 'actions', 'fromDay', 'untilDay'],
  conditional: ['relation', 'subjectIds', 'conditions'],
});

export default function RuleEditPage() {
  const { query } = usePage();
  const { owner, subject } = useRulePlace();
  const given = (name: string): string[] => query.get(name)?.split(',') ?? [];
  const blank = {
    ownerType: owner ?? 'USER',
    subjectType: subject,
    // The address determines how subjects are chosen.
    subjectModel: RULE_MODELS.find((model) => model === query.get('subject_model')) ?? 'select',
    ownerIds: given('ownerId'),
    subjectIds: given('subjectId'),
  };
  return (
    <EditPage edit={ruleEdit} blank={blank} marks={({ when }) => <StateTag look={ruleLooks[when]} />}>
      {(rule) => <RuleFields rule={rule} />}
    </EditPage>
  );
}

const asOption = ({ id, name, hint }: { id: string; name: string; hint: string }) => ({ value: id, label: name, hint });

function RuleFields({ rule }: { rule: Rule | null }) {
  const t = useT();
  const form = Form.useFormInstance();
  const ofOwner = Form.useWatch<RuleOwner | undefined>('ownerType', form);
  const ofSubject = Form.useWatch<RuleSubject | undefined>('subjectType', form);
  const ownerType = ofOwner ?? rule?.ownerType ?? 'USER';
  const subjectType = ofSubject ?? rule?.subjectType ?? 'WMS_ORG';
  const model = Form.useWatch<RuleModel | undefined>('subjectModel', form) ?? rule?.subjectModel ?? 'select';
  const { change } = useFormContext();
  useChanged(ofOwner, () => change({ ownerIds: [], relation: null }));
  useChanged(ofSubject, (type) => {
    const actions = (form.getFieldValue('actions') as RuleAction[]).filter((action) => actionsFor(type).includes(action));
    change({ subjectIds: [], conditions: [], actions, ...(modelsOf(type).includes(model) ? {} : { subjectModel: 'select' }) });
  });
  return (
    <>
      <Section title="rights.rule.basic" text="rights.rule.onlyLooks">
        <ChoiceField
          name="ownerType"
          label="rights.rule.ownerType"
          values={RULE_OWNERS}
          phrase="rights.rule.owner"
          clearable={false}
          width="third"
          disabled={rule !== null}
        />
        <Owners key={ownerType} ownerType={ownerType} rule={rule} />
        {ownerType === 'ORG' && (
          <ChoiceField
            name="relation"
            label="rights.rule.relation"
            values={RELATIONS}
            phrase="org.relation"
            width="third"
            hint={t('rights.rule.relationHint')}
          />
        )}
      </Section>
      <Section title="rights.rule.what" text={`rights.rule.opens.${subjectType}`}>
        <ChoiceField
          name="subjectType"
          label="rights.rule.subjectType"
          values={RULE_SUBJECTS}
          phrase="rights.rule.subject"
          clearable={false}
          width="third"
          disabled={rule !== null}
        />
        <ChoiceField
          name="subjectModel"
          label="rights.rule.model"
          values={modelsOf(subjectType)}
          phrase="rights.rule.model"
          clearable={false}
          width="third"
        />
        {(model === 'select' || model === 'tree') && <Subjects key={subjectType} subjectType={subjectType} rule={rule} />}
        {model === 'expr' && isRecordSubject(subjectType) && <Conditions key={subjectType} subjectType={subjectType} />}
      </Section>
      <Section title="rights.rule.how">
        <ChoicesField
          name="actions"
          label="rights.rule.actions"
          values={actionsFor(subjectType)}
          phrase="rights.rule.action"
          width="third"
        />
        <DateField name="fromDay" label="rights.rule.fromDay" width="third" edge="first" />
        <LastDayField name="untilDay" label="rights.rule.untilDay" width="third" hint={t('rights.rule.untilDayHint')} />
        <AreaField name="note" label="rights.rule.note" width="full" />
      </Section>
    </>
  );
}

/** Clears choices of another type. @param forget called when the type changes */
function useChanged<T>(kind: T | undefined, forget: (kind: T) => void): void {
  const before = useRef(kind);
  useEffect(() => {
    const isOther = before.current !== undefined && kind !== undefined && kind !== before.current;
    before.current = kind ?? before.current;
    if (isOther) forget(kind);
  }, [kind]);
}

/** Resolves names of records given in the address. */
function useNamed(
  route: typeof ruleRoutes.listRuleOwners | typeof ruleRoutes.listRuleSubjects,
  query: object,
  given: string | null,
) {
  const { data } = usePageQuery(route, { query: { size: 200, ids: given?.split(','), ...query } }, { enabled: given !== null });
  return ((data as { list: { id: string; name: string; hint: string }[] } | undefined)?.list ?? []).map(asOption);
}

function Owners({ ownerType, rule }: { ownerType: RuleOwner; rule: Rule | null }) {
  const t = useT();
  const { query } = usePage();
  const named = useNamed(ruleRoutes.listRuleOwners, { ownerType }, rule ? null : query.get('ownerId'));
  const known = rule ? [{ value: rule.ownerIds[0]!, label: rule.ownerName, hint: rule.ownerCode }] : named;
  return (
    <RecordField
      name="ownerIds"
      label="rights.rule.owners"
      find={ruleRoutes.listRuleOwners}
      query={{ ownerType }}
      optionOf={asOption}
      known={known}
      multiple
      disabled={rule !== null}
      hint={rule ? undefined : t('rights.rule.ownersHint', { max: RULE_OWNERS_MAX })}
    />
  );
}

function Subjects({ subjectType, rule }: { subjectType: RuleSubject; rule: Rule | null }) {
  const t = useT();
  const { query } = usePage();
  const named = useNamed(ruleRoutes.listRuleSubjects, { subjectType }, rule ? null : query.get('subjectId'));
  const known = rule?.subjects.map(({ id, name, code }) => ({ value: id, label: name, hint: code })) ?? named;
  return (
    <RecordField
      name="subjectIds"
      label="rights.rule.subjects"
      width="full"
      find={ruleRoutes.listRuleSubjects}
      query={{ subjectType }}
      optionOf={asOption}
      known={known}
      multiple
      needed
      check={(ids) => (Array.isArray(ids) && ids.length > 0 ? undefined : say('rule.required'))}
      hint={t(isRecordSubject(subjectType) ? 'rights.rule.subjectsHint' : 'rights.rule.entriesHint', { max: RULE_PICKS_MAX })}
    />
  );
}

function Conditions({ subjectType }: { subjectType: RecordSubject }) {
  const t = useT();
  return (
    <RowsField
      name="conditions"
      label="rights.rule.conditions"
      hint={t('rights.rule.conditionsHint')}
      fields={[
        <ChoiceField
          key="field"
          name="field"
          label="rights.rule.conditionField"
          values={RULE_FIELDS[subjectType]}
          phrase="rights.rule.field"
          clearable={false}
        />,
        <ChoiceField
          key="op"
          name="op"
          label="rights.rule.conditionOp"
          values={RULE_OPS}
          phrase="rights.rule.op"
          clearable={false}
        />,
        <ValuesField key="values" name="values" label="rights.rule.conditionValues" subjectType={subjectType} />,
      ]}
      columns={[3, 2, 5]}
      blank={{ op: 'is', values: [] }}
      max={RULE_CONDITIONS_MAX}
      view={(conditions: Rule['conditions']) =>
        conditions
          .map(
            ({ field, op, values }) => `${say(`rights.rule.field.${field}`)} ${say(`rights.rule.op.${op}`)} ${values.join(', ')}`,
          )
          .join('; ')
      }
    />
  );
}
