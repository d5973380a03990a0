// The functions and triggers that guard stock and ledger, as the database has them and as this program ships them: one that was
// replaced would let through what the others then find in order.
import { sql } from 'kysely';
import { migrations } from '../../db/migrate.ts';
import type { Trx } from '../../db/open.ts';
import type { Fault } from './fault.ts';

const FUNCTIONS = ['wms_post', 'wms_only_posting', 'wms_append_only', 'wms_never_delete', 'wms_ledger_digest'];
const TABLES = ['wms_ledger', 'wms_ledger_block', 'wms_product_box', 'wms_transaction_record', 'bpm_decision'];

export async function guardFaults(trx: Trx): Promise<Fault[]> {
  const shipped = readShipped();
  return [...(await functionFaults(trx, shipped.functions)), ...(await triggerFaults(trx, shipped.triggers))];
}

interface Shipped {
  /** Bodies by name, to the letter: the database keeps them so. */
  functions: ReadonlyMap<string, string>;
  /** Definitions by name, in one spelling. */
  triggers: ReadonlyMap<string, string>;
}

/** The last definition of each in the migrations. */
function readShipped(): Shipped {
  const functions = new Map<string, string>();
  const triggers = new Map<string, string>();
  for (const { sql: text } of migrations()) {
    for (const [, name, body] of text.matchAll(/^create (?:or replace )?function (\w+)\([^]*?as \$\$([^]*?)\$\$/gim))
      if (FUNCTIONS.includes(name!)) functions.set(name!, body!);
    for (const [definition, name, table] of text.matchAll(/^create trigger (\w+)[^;]*? on (\w+)\s[^;]*/gim))
      if (TABLES.includes(table!)) triggers.set(name!, spelled(definition));
  }
  return { functions, triggers };
}

/** A trigger as it was written and as the database says it are one: schema, case, brackets and the order of events aside. */
function spelled(definition: string): string {
  const plain = definition.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('public.', '').replaceAll('row(', '(');
  const sorted = plain.replace(
    /(before|after) ([a-z ]+?) on /,
    (_, when: string, events: string) => `${when} ${events.split(' or ').toSorted().join(' or ')} on `,
  );
  return sorted.replaceAll(/[() ]/g, '');
}

async function functionFaults(trx: Trx, shipped: Shipped['functions']): Promise<Fault[]> {
  const { rows } = await sql<{ name: string; body: string; altered: boolean }>`
    select proname as name, prosrc as body, proconfig is not null or prosecdef as altered
      from pg_proc where proname = any(${FUNCTIONS}::text[])`.execute(trx);
  return FUNCTIONS.flatMap((name) => {
    const found = rows.filter((row) => row.name === name);
    if (found.length === 0) return [{ subject: name, detail: 'this function is missing' }];
    if (found.length > 1) return [{ subject: name, detail: 'there is more than one function of this name' }];
    const isShipped = found[0]!.body === shipped.get(name) && !found[0]!.altered;
    return isShipped ? [] : [{ subject: name, detail: 'this function is not the one that the program ships' }];
  });
}

async function triggerFaults(trx: Trx, shipped: Shipped['triggers']): Promise<Fault[]> {
  const { rows } = await sql<{ name: string; definition: string; on: boolean }>`
    select t.tgname as name, pg_get_triggerdef(t.oid) as definition, t.tgenabled in ('O', 'A') as on
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relname = any(${TABLES}::text[])
    union all
    select r.rulename, 'rule', true from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relname = any(${TABLES}::text[])`.execute(
    trx,
  );
  const known = new Map(rows.map((row) => [row.name, row]));
  const faults: Fault[] = [];
  for (const [name, definition] of shipped) {
    const found = known.get(name);
    if (!found?.on) faults.push({ subject: name, detail: 'this trigger is missing or switched off' });
    else if (spelled(found.definition) !== definition)
      faults.push({ subject: name, detail: 'this trigger is not the one that the program ships' });
  }
  const strange = rows.filter(({ name }) => !shipped.has(name));
  return [...faults, ...strange.map(({ name }) => ({ subject: name, detail: 'the program ships no such trigger or rule' }))];
}
