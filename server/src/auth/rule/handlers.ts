import { POWERS } from '@kuwei/contract/access';
import { isRecordSubject } from '@kuwei/contract/auth/rule-words';
import { ruleQuery, type Rule, type ruleRoutes } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import type { Caller, WriteContext } from '../../context.ts';
import { firstRows, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { BATCH_MAX, listSelected, forEach, UNCHANGED } from '../../platform/batch.ts';
import { readHandlers } from '../../platform/record.ts';
import type { SheetColumns } from '../../platform/workbook/workbook.ts';
import { notifyPowerHolders } from '../power/notify.ts';
import { listEntryOptions } from './entries.ts';
import { explainSight } from './explain.ts';
import { isReadable, assertMayExplain } from './given.ts';
import { findRule, ownerList, ruleList, subjectList, type RuleQuery } from './queries.ts';
import { conditionsText } from './words.ts';
import { changeRule, endRule, createRules, renewRule } from './write.ts';

const notifyRuleChange = (context: WriteContext<Caller>): Promise<void> =>
  notifyPowerHolders(context, [POWERS.rule], EVENTS.rule);

type UnexportedField = 'id' | 'ownerIds' | 'subjectIds' | 'endedBy' | 'createdAt' | 'updatedBy' | 'rev';

const sheet = (locale: Locale): SheetColumns<Rule, UnexportedField> => ({
  ownerType: { phrase: 'rights.rule.ownerType', width: 10, cell: (row) => say(locale, `rights.rule.owner.${row.ownerType}`) },
  ownerCode: { phrase: 'rights.rule.ownerCode', width: 24 },
  ownerName: { phrase: 'rights.rule.owner', width: 20 },
  relation: {
    phrase: 'rights.rule.relation',
    width: 12,
    cell: ({ relation }) => (relation === null ? null : say(locale, `org.relation.${relation}`)),
  },
  subjectType: {
    phrase: 'rights.rule.subjectType',
    width: 12,
    cell: (row) => say(locale, `rights.rule.subject.${row.subjectType}`),
  },
  subjectModel: { phrase: 'rights.rule.model', width: 16, cell: (row) => say(locale, `rights.rule.model.${row.subjectModel}`) },
  subjects: {
    phrase: 'rights.rule.subjects',
    width: 40,
    cell: ({ subjects }) =>
      joinList(
        locale,
        subjects.map(({ name }) => name),
      ),
  },
  conditions: {
    phrase: 'rights.rule.conditions',
    width: 40,
    cell: ({ conditions }) => conditionsText(conditions, locale),
  },
  actions: {
    phrase: 'rights.rule.actions',
    width: 14,
    cell: ({ actions }) =>
      joinList(
        locale,
        actions.map((action) => say(locale, `rights.rule.action.${action}`)),
      ),
  },
  when: { phrase: 'rights.rule.when', width: 10, cell: (row) => say(locale, `rights.rule.when.${row.when}`) },
  fromDay: { phrase: 'rights.rule.fromDay', width: 12, as: 'day' },
  untilDay: { phrase: 'rights.rule.untilDay', width: 12, as: 'day' },
  endedAt: { phrase: 'rights.rule.endedAt', width: 18, as: 'moment' },
  grantedBy: { phrase: 'rights.rule.grantedBy', width: 14 },
  note: { phrase: 'rights.rule.note', width: 30 },
  updatedAt: { phrase: 'rights.rule.updatedAt', width: 18, as: 'moment' },
});

const reads = readHandlers<Rule, RuleQuery>({
  find: async (db, id, { origin, caller }) => findRule(db, id, origin.locale, await isReadable(db, caller.userId)),
  list: async (query, { origin, caller }, db) =>
    ruleList(db, query, { isReadable: await isReadable(db, caller.userId), locale: origin.locale }),
  sheet: ['rules', ({ origin }) => sheet(origin.locale)],
});

export const ruleHandlers: Handlers<typeof ruleRoutes> = {
  exportRules: reads.export,
  listRuleOwners: ({ query }, { db, origin }) => listPage(db, query, ownerList(query, origin.locale)),
  listRuleSubjects: ({ query: { subjectType, ...query } }, { db, origin }) =>
    isRecordSubject(subjectType)
      ? listPage(db, query, subjectList({ ...query, subjectType }, origin.locale))
      : listEntryOptions(db, query, origin.locale),
  explainSight: async ({ query }, { db, caller, origin: { locale } }) => {
    await assertMayExplain(db, caller.userId, query, locale);
    return explainSight(db, query, locale);
  },
  listRules: reads.list,
  createRule: async ({ body }, context) => {
    const [first] = await createRules(context, body);
    await notifyRuleChange(context);
    return findRule(context.trx, first!, context.origin.locale);
  },
  getRule: reads.get,
  updateRule: async ({ params: { id }, body: { rev, ...form } }, context) => {
    await changeRule(context, id, rev, form);
    await notifyRuleChange(context);
    return findRule(context.trx, id, context.origin.locale);
  },
  batchRules: {
    own: async ({ params: { action }, body }, context) => {
      const { caller, origin } = context;
      const records = await listSelected(context, body, ruleQuery, async (trx, query, ids) => {
        const asked = { isReadable: await isReadable(trx, caller.userId), locale: origin.locale };
        const rules = await firstRows(trx, await ruleList(trx, query, asked, ids), BATCH_MAX + 1);
        return rules.map(({ id, ownerName }) => ({ id, label: ownerName }));
      });
      return forEach(context, records, async (inside, { id }) => {
        const isDone = await (action === 'end' ? endRule(inside, id) : renewRule(inside, id, body.untilDay));
        if (!isDone) return UNCHANGED;
        return notifyRuleChange(inside);
      });
    },
  },
};
