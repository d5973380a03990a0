import { RULE_CONDITIONS_MAX, RULE_OWNERS_MAX, RULE_PICKS_MAX, ruleRoutes, type Rule } from '@kuwei/contract/auth/rule';
import {
  hasReader,
  RULE_FIELDS,
  RULE_MODELS,
  RULE_OPS,
  RULE_OWNERS,
  RULE_SUBJECTS,
  RULE_TREES,
  type RuleModel,
  type RuleOwner,
  type RuleSubject,
} from '@kuwei/contract/auth/rule-words';
import { RELATIONS } from '@kuwei/contract/org';
import { Form } from 'antd';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
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
  blank: { actions: ['SEE'], subjectIds: [], conditions: [] },
  carry: ['subjectIds', 'conditions', 'actions', 'fromDay', 'untilDay'],
  sometimes: ['relation', 'subjectIds', 'conditions'],
});

export default function RuleEditPage() {
  const t = useT();
  const { query } = usePage();
  const { owner, subject } = useRulePlace();
  if (!hasReader(subject)) return <p className="rule-hint">{t(`rights.rule.noReader.${subject}`)}</p>;
  const given = (name: string): string[] => query.get(name)?.split(',') ?? [];
  const blank = {
    ownerType: owner ?? 'USER',
    subjectType: subject,
    // The address says how subjects are chosen.
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
  const ownerType = Form.useWatch<RuleOwner | undefined>('ownerType', form) ?? rule?.ownerType ?? 'USER';
  const subjectType = Form.useWatch<RuleSubject | undefined>('subjectType', form) ?? rule?.subjectType ?? 'WMS_ORG';
  const model = Form.useWatch<RuleModel | undefined>('subjectModel', form) ?? rule?.subjectModel ?? 'select';
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
          values={RULE_MODELS.filter((each) => each !== 'tree' || RULE_TREES.includes(subjectType))}
          phrase="rights.rule.model"
          clearable={false}
          width="third"
        />
        {(model === 'select' || model === 'tree') && <Subjects key={subjectType} subjectType={subjectType} rule={rule} />}
        {model === 'expr' && <Conditions key={subjectType} subjectType={subjectType} />}
      </Section>
      <Section title="rights.rule.how">
        <ChoicesField
          name="actions"
          label="rights.rule.actions"
          values={['SEE', 'EXPORT']}
          phrase="rights.rule.action"
          width="third"
        />
        <DateField name="fromDay" label="rights.rule.fromDay" width="third" edge="first" />
        <DateField name="untilDay" label="rights.rule.untilDay" width="third" edge="last" hint={t('rights.rule.untilDayHint')} />
        <AreaField name="note" label="rights.rule.note" width="full" />
      </Section>
    </>
  );
}

/** Those that the address names are called by what they are, once it is known. */
function useNamed(route: typeof ruleRoutes.listRuleOwners | typeof ruleRoutes.listRuleSubjects, query: object, isAsked: boolean) {
  const { data } = usePageQuery(route, { query: { size: 200, ...query } }, { enabled: isAsked });
  return ((data as { list: { id: string; name: string; hint: string }[] } | undefined)?.list ?? []).map(asOption);
}

function Owners({ ownerType, rule }: { ownerType: RuleOwner; rule: Rule | null }) {
  const t = useT();
  const { query } = usePage();
  const named = useNamed(ruleRoutes.listRuleOwners, { ownerType }, rule === null && query.has('ownerId'));
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
  const named = useNamed(ruleRoutes.listRuleSubjects, { subjectType }, rule === null && query.has('subjectId'));
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
      hint={t('rights.rule.subjectsHint', { max: RULE_PICKS_MAX })}
    />
  );
}

function Conditions({ subjectType }: { subjectType: RuleSubject }) {
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
