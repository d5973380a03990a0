import type { msgSenderRoutes } from '@kuwei/contract/sys/msg-sender';
import type { Handlers } from '../../http/register.ts';
import { getSending, listReceipts, listSendings, selectOrgs, selectPeople } from './queries.ts';
import { recall, receiversOf, sendToRecipients } from './send.ts';
import { fillTemplate, getTemplate, listTemplates, templateWrites } from './template.ts';

const NAMES_SHOWN = 5;

export const msgSenderHandlers: Handlers<typeof msgSenderRoutes> = {
  listSendings: ({ query }, { db }) => listSendings(db, query),
  getSending: ({ params }, { db, origin }) => getSending(db, params.id, origin.locale),
  listReceipts: ({ params, query }, { db }) => listReceipts(db, params.id, query),
  selectPeople: ({ query }, { db }) => selectPeople(db, query),
  selectReceiverOrgs: ({ query }, { db, origin }) => selectOrgs(db, query, origin.locale),
  // Read-only.
  countReceivers: {
    own: async ({ body }, { db }) => {
      const people = await receiversOf(db, body);
      return { count: people.length, names: people.slice(0, NAMES_SHOWN).map(({ name }) => name) };
    },
  },
  sendText: async ({ body }, context) => {
    const { kind, title, content, link, sendAt, ...receivers } = body;
    const id = await sendToRecipients(context, { kind, title, content, link, sendAt, receivers, templateId: null });
    return getSending(context.trx, id, context.origin.locale);
  },
  sendTemplate: async ({ params, body }, context) => {
    const { params: values, sendAt, ...receivers } = body;
    const template = await getTemplate(context.trx, params.id);
    const { kind, link } = template;
    const id = await sendToRecipients(context, {
      kind,
      link,
      ...fillTemplate(template, values),
      sendAt,
      receivers,
      templateId: template.id,
    });
    return getSending(context.trx, id, context.origin.locale);
  },
  recall: async ({ params }, context) => {
    await recall(context, params.id);
    return getSending(context.trx, params.id, context.origin.locale);
  },

  listTemplates: ({ query }, { db }) => listTemplates(db, query),
  getTemplate: ({ params }, { db }) => getTemplate(db, params.id),
  createTemplate: templateWrites.create,
  updateTemplate: templateWrites.update,
  deleteTemplate: templateWrites.remove,
};
